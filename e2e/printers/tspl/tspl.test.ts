import { afterEach, expect, it, test } from 'vitest';
import { dialPrinter, pollFact } from '../works/testing.ts';
import type { PartialOptions } from './options.ts';
import { indexByText, ESC, buildLabel } from './testing.ts';
import { startTsplPrinter, type TsplPrinter } from './tspl.ts';

let printers: TsplPrinter[] = [];
const start = async (options: PartialOptions = {}): Promise<TsplPrinter> => {
  const printer = await startTsplPrinter({ instant: true, identify: indexByText, ...options });
  printers.push(printer);
  return printer;
};
afterEach(async () => {
  await Promise.all(printers.map((printer) => printer.close()));
  printers = [];
});

const listKeys = (printer: TsplPrinter): string[] =>
  printer.paper().map((item) => `${item.key}${item.whole ? '' : '/ruined'}`);
const expectPieces = (printer: TsplPrinter, ...expected: string[]) =>
  pollFact(() => listKeys(printer)).toEqual(expected);
const SLOW = { instant: false, drawMs: 0, drawMsPerKib: 0, speedMmPerS: 0.001 };

/** The answer to a query on a separate connection. */
const askPrinter = async (
  printer: TsplPrinter,
  question: string,
  pattern: RegExp,
): Promise<string> => {
  const host = await dialPrinter(printer.port);
  host.send(question);
  const heard = await host.until(pattern);
  host.socket.destroy();
  return heard;
};
const askStatus = (printer: TsplPrinter): Promise<string> => askPrinter(printer, `${ESC}!?`, /[^]/);
const askFrame = (printer: TsplPrinter): Promise<string> =>
  askPrinter(printer, `${ESC}!S`, /\x02[^]{4}\x03\r\n/);

it('answers one byte, a bit for each thing that is wrong', async () => {
  const printer = await start();
  expect(await askStatus(printer)).toBe('\x00');
  printer.headOpen();
  expect(await askStatus(printer)).toBe('\x01');
  printer.mediaOut();
  printer.ribbonOut();
  expect(await askStatus(printer)).toBe('\x0d');
  printer.clear();
  printer.pressPause();
  expect(await askStatus(printer)).toBe('\x10');
});

it('says that it prints while it prints', async () => {
  const printer = await start(SLOW);
  const host = await dialPrinter(printer.port);
  host.send(buildLabel('a'));
  await pollFact(() => printer.state().printing).toBe(true);
  expect(await askStatus(printer)).toBe('\x20');
  expect(await askFrame(printer)).toBe('\x02P@@@\x03\r\n');
});

it('answers four bytes in a frame, unless it does not know that question', async () => {
  const printer = await start();
  expect(await askFrame(printer)).toBe('\x02@@@@\x03\r\n');
  printer.headOpen();
  printer.mediaOut();
  expect(await askFrame(printer)).toBe('\x02E@@a\x03\r\n');
  const older = await start({ frames: 'ignored' });
  expect(await askPrinter(older, `${ESC}!S\r\n${ESC}!?`, /[^]/)).toBe('\x00');
});

it('keeps what is set from job to job, and forgets it with the power', async () => {
  const printer = await start();
  const host = await dialPrinter(printer.port);
  host.send('SIZE 20 mm,10 mm\r\nSET REPRINT OFF\r\nBAR 0,0,8,1\r\nPRINT 1,1\r\nPRINT 1,2\r\n');
  await pollFact(() => printer.paper().length).toBe(3);
  const [first, second] = printer.labels();
  expect(second?.label.bitmap.hash()).toBe(first?.label.bitmap.hash());
  expect(second?.label.bitmap.width).toBe(160);
  await printer.powerCut({ downMs: 1 });
  const again = await dialPrinter(printer.port);
  again.send('CLS\r\nPRINT 1\r\n');
  await pollFact(() => printer.labels().length).toBe(3);
  expect(printer.labels()[2]?.label.reprint).toBe(true);
  expect(printer.labels()[2]?.label.bitmap.width).toBe(832);
});

it('takes what follows half a BITMAP for its dots', async () => {
  const printer = await start({ partialOnClose: 'kept' });
  const cut = await dialPrinter(printer.port);
  cut.socket.end('CLS\r\nBITMAP 0,0,10,20,0,abc');
  await cut.closed;
  const host = await dialPrinter(printer.port);
  // The header announced 200 bytes of dots.
  host.send(buildLabel('lost').padEnd(197, ' '));
  host.send(`\r\n${buildLabel('next')}`);
  await expectPieces(printer, 'next');
  expect(printer.labels()[0]?.label.bitmap.blackDots()).toBe(0);
});

test.each([
  ['everywhere', '\x00'],
  ['between lines', ''],
] as const)('looks for immediate commands %s', async (immediates, answer) => {
  const printer = await start({ immediates });
  const host = await dialPrinter(printer.port);
  host.send(`CLS\r\nBITMAP 0,0,3,1,0,${ESC}!?\r\nPRINT 1\r\n`);
  await pollFact(() => printer.paper().length).toBe(1);
  expect(host.heard()).toBe(answer);
});

it('prints a ruined label again by itself unless it was told not to', async () => {
  const printer = await start();
  const host = await dialPrinter(printer.port);
  printer.mediaOut({ mm: 5 });
  host.send(buildLabel('a'));
  await expectPieces(printer, 'a/ruined');
  printer.clear();
  await expectPieces(printer, 'a/ruined', 'a');
  printer.mediaOut({ mm: 5 });
  host.send(buildLabel('b', 30, 'SET REPRINT OFF\r\n'));
  await expectPieces(printer, 'a/ruined', 'a', 'b/ruined');
  printer.clear();
  host.send(buildLabel('c'));
  await expectPieces(printer, 'a/ruined', 'a', 'b/ruined', 'c');
});

it('drops everything at ESC ! . and starts again at ESC ! R', async () => {
  const printer = await start({ ...SLOW, labelsAhead: 1 });
  const host = await dialPrinter(printer.port);
  host.send(buildLabel('a') + buildLabel('b') + buildLabel('c'));
  await pollFact(() => printer.state().printing).toBe(true);
  host.send(`${ESC}!.`);
  await pollFact(() => printer.dropped().map(({ key }) => key)).toEqual(['b', 'c']);
  host.send(`${ESC}!R`);
  await expectPieces(printer, 'a/ruined');
  await host.closed;
});

it('pauses and goes on when it is told to', async () => {
  const printer = await start();
  const host = await dialPrinter(printer.port);
  host.send(`${ESC}!P${buildLabel('a')}`);
  await pollFact(() => printer.state().paused).toBe(true);
  expect(await askStatus(printer)).toBe('\x30');
  host.send(`${ESC}!O`);
  await expectPieces(printer, 'a');
});

it('tells its mileage only when it is ready', async () => {
  const printer = await start();
  const host = await dialPrinter(printer.port);
  printer.mediaOut();
  host.send(`${buildLabel('a')}~!@`);
  expect(await askStatus(printer)).toBe('\x24');
  expect(host.heard()).toBe('');
  printer.clear();
  expect(await host.until(/\r/)).toBe('0\r');
});

it('counts labels of another host as theirs', async () => {
  const printer = await start();
  printer.otherJob({ labels: 2 });
  await pollFact(() => printer.paper().filter((item) => item.foreign).length).toBe(2);
});
