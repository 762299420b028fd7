import { expect, it } from 'vitest';
import { guessLanguageAndDpi } from './guess-language.ts';
import {
  formatPrinterModel,
  buildPlaceKey,
  parseDeviceId,
  buildSerialKey,
  buildUuidKey,
} from './identity-keys.ts';
import type { Sighting } from './finder.ts';

it('knows a printer by its serial number, however that is written', () => {
  expect(buildSerialKey('ZD421-203dpi', 'D4J 2228-01')).toBe('usb:zd421203dpi:d4j222801');
  expect(buildSerialKey('zd421 203DPI', 'd4j222801')).toBe('usb:zd421203dpi:d4j222801');
});

it.each(['', '000', '00000001', '0123456789', '12345678', '1111111', '\u202e'])(
  'takes “%s” for no serial number: factories give it to all',
  (serial) => expect(buildSerialKey('GP-1324D', serial)).toBeNull(),
);

it('knows a UUID with its prefix and without', () => {
  const key = 'uuid:4509a3209cde00260017c8ff10203040';
  expect(buildUuidKey('urn:uuid:4509A320-9CDE-0026-0017-C8FF10203040')).toBe(key);
  expect(buildUuidKey('4509a3209cde00260017c8ff10203040')).toBe(key);
  expect(buildUuidKey('00000000-0000-0000-0000-000000000000')).toBeNull();
  expect(buildUuidKey('none')).toBeNull();
});

it('reads a device id with short names and with long ones', () => {
  expect(parseDeviceId('MFG:Zebra;MDL:ZD421;CMD:ZPL,EPL;SN:D4J22;CLS:PRINTER;')).toEqual({
    maker: 'Zebra',
    model: 'ZD421',
    commands: 'ZPL,EPL',
    serial: 'D4J22',
  });
  const long = parseDeviceId('MANUFACTURER: TSC ;COMMAND SET:TSPL2;MODEL:TSC TE210;');
  expect(long).toMatchObject({ maker: 'TSC', commands: 'TSPL2' });
  expect(formatPrinterModel(long)).toBe('TSC TE210');
  expect(formatPrinterModel(parseDeviceId('MFG:Zebra;MDL:ZD421;'))).toBe('Zebra ZD421');
  expect(parseDeviceId(';;:;a:b')).toEqual({ maker: '', model: '', commands: '', serial: '' });
});

it('tells places of the network apart by their ports', () => {
  const buildTcpKey = (port: number) => buildPlaceKey({ kind: 'tcp', host: 'FE80::1', port });
  expect(buildTcpKey(9100)).toBe('tcp:[fe80::1]:9100');
  expect(buildTcpKey(9100)).not.toBe(buildTcpKey(9101));
});

const createSighting = (rest: Partial<Sighting>): Sighting => ({
  place: { kind: 'device', path: '/dev/usb/lp0' },
  name: '',
  keys: [],
  model: '',
  ...rest,
});

it.each([
  [{ deviceId: 'MFG:X;MDL:Y;CMD:ZPLII;' }, 'zpl'],
  [{ deviceId: 'MFG:X;MDL:Y;CMD:XPP,TSPL2;' }, 'tspl'],
  [{ deviceId: 'MFG:EPSON;CMD:ESC/POS;' }, 'escpos'],
  [{ formats: ['application/octet-stream', 'application/vnd.zebra-zpl'] }, 'zpl'],
  [{ model: 'ZDesigner ZD421-300dpi ZPL' }, 'zpl'],
  [{ model: 'TSC TTP-244 Pro' }, 'tspl'],
  [{ model: 'Gprinter GP-1324D' }, 'tspl'],
  [{ model: 'Gprinter GP-58130' }, 'escpos'],
  [{ name: '得力 DL-888B' }, 'tspl'],
  [{ model: 'EPSON TM-T88V' }, 'escpos'],
  [{ model: 'XP-80C' }, 'escpos'],
  [{ model: 'HP LaserJet M402' }, null],
] as const)('guesses what %j speaks', (rest, language) => {
  expect(guessLanguageAndDpi([createSighting(rest)]).language).toBe(language);
});

it('believes what a printer says of itself before what its name suggests', () => {
  const guess = guessLanguageAndDpi([
    createSighting({ model: 'Zebra' }),
    createSighting({ deviceId: 'CMD:TSPL;' }),
  ]);
  expect(guess.language).toBe('tspl');
});

it('reads the resolution from the name, else takes the lowest the printer has', () => {
  const getDpi = (rest: Partial<Sighting>) => guessLanguageAndDpi([createSighting(rest)]).dpi;
  expect(getDpi({ model: 'ZDesigner ZD421-300dpi ZPL', dpi: [203] })).toBe(300);
  expect(getDpi({ model: 'ZTC GK420d (200 dpi)' })).toBe(203);
  expect(getDpi({ dpi: [600, 305] })).toBe(300);
  expect(getDpi({ dpi: [180] })).toBeNull();
});
