import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createDeviceFinder } from './device-finder.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'yb-devices-'));
  mkdirSync(join(root, 'sys/class/usbmisc'), { recursive: true });
  return () => rmSync(root, { recursive: true, force: true });
});

/** Creates a printer as Linux shows it: its device file and the interface of the USB device. */
const plugIn = (
  name: string,
  {
    at,
    id = '',
    serial = '',
    product = '',
  }: Record<'at', string> & Partial<Record<string, string>>,
): void => {
  const device = join(root, 'sys/devices/usb1', at);
  const port = join(device, `${at}:1.0`);
  mkdirSync(port, { recursive: true });
  if (id !== '') writeFileSync(join(port, 'ieee1284_id'), `${id}\n`);
  writeFileSync(join(device, 'serial'), `${serial}\n`);
  writeFileSync(join(device, 'product'), `${product}\n`);
  mkdirSync(join(root, 'sys/class/usbmisc', name));
  symlinkSync(port, join(root, 'sys/class/usbmisc', name, 'device'));
  mkdirSync(join(root, 'dev/usb'), { recursive: true });
  writeFileSync(join(root, 'dev/usb', name), '');
};

const find = () => createDeviceFinder(root).find(AbortSignal.timeout(1000));

it('finds nothing where no printer was ever plugged in', async () => {
  expect(await find()).toEqual([]);
});

it('finds printers with what the kernel knows of them', async () => {
  plugIn('lp0', { at: '1-2', id: 'MFG:Zebra;MDL:ZD421-203dpi;CMD:ZPL;', serial: 'D4J222801' });
  plugIn('lp10', { at: '1-4', product: 'POS80 Printer', serial: '00000001' });
  plugIn('lp2', { at: '1-3', id: 'MFG:TSC;MDL:TE210;CMD:TSPL2;SN:TE21000042;', serial: '1' });
  writeFileSync(join(root, 'dev/usb/hiddev0'), '');
  expect(await find()).toMatchObject([
    {
      place: { kind: 'device', path: '/dev/usb/lp0' },
      name: 'Zebra ZD421-203dpi',
      keys: ['usb:zd421203dpi:d4j222801'],
      deviceId: 'MFG:Zebra;MDL:ZD421-203dpi;CMD:ZPL;',
      isInaccessible: false,
    },
    { place: { path: '/dev/usb/lp2' }, keys: ['usb:te210:te21000042'] },
    // The serial number is not unique: the key is the USB socket and the model.
    { place: { path: '/dev/usb/lp10' }, keys: ['socket:1-4:pos80 printer'] },
  ]);
});

it('shows a printer the kernel tells nothing of', async () => {
  mkdirSync(join(root, 'dev/usb'), { recursive: true });
  writeFileSync(join(root, 'dev/usb/lp0'), '');
  expect(await find()).toMatchObject([{ name: 'USB 打印机 /dev/usb/lp0', keys: [], model: '' }]);
});

it('says that nothing can be written to one', async () => {
  plugIn('lp0', { at: '1-2', product: 'X' });
  rmSync(join(root, 'dev/usb/lp0'));
  // A dangling link, because root can write to every existing file.
  symlinkSync(join(root, 'nowhere'), join(root, 'dev/usb/lp0'));
  expect(await find()).toMatchObject([{ isInaccessible: true }]);
});

it('looks at no more of them than there can be, and reads no more than it needs', async () => {
  for (let i = 0; i < 20; i += 1)
    plugIn(`lp${i}`, { at: `1-${i}`, id: `MFG:${'x'.repeat(5000)};` });
  const found = await find();
  expect(found).toHaveLength(16);
  expect(found[0]?.deviceId?.length).toBeLessThanOrEqual(2000);
});
