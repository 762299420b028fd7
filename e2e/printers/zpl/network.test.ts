import { connect } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import type { PartialOptions } from './options.ts';
import { askStatus, indexByText, dialPrinter, pollFact, buildLabel } from './testing.ts';
import { startZplPrinter, type ZplPrinter } from './zpl.ts';

let printers: ZplPrinter[] = [];
const start = async (options: PartialOptions = {}): Promise<ZplPrinter> => {
  const printer = await startZplPrinter({ instant: true, identify: indexByText, ...options });
  printers.push(printer);
  return printer;
};
afterEach(async () => {
  await Promise.all(printers.map((printer) => printer.close()));
  printers = [];
});

const listKeys = (printer: ZplPrinter): string[] =>
  printer.paper().map((item) => `${item.key}${item.whole ? '' : '/ruined'}`);
const expectPieces = (printer: ZplPrinter, ...expected: string[]) =>
  pollFact(() => listKeys(printer)).toEqual(expected);

const waitForRefusal = (port: number) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.on('close', resolve);
  });

const SLOW = { instant: false, drawMs: 0, drawMsPerKib: 0, speedMmPerS: 0.001 };

test('a full buffer stops reading, says so, and holds the sender back', async () => {
  const printer = await start({ ...SLOW, bufferBytes: 4096, labelsAhead: 1 });
  const host = await dialPrinter(printer.port);
  const format = buildLabel('x'.repeat(1000));
  for (let sent = 0; sent < 20_000; sent++) host.send(format);
  await pollFact(() => printer.state().bufferFull).toBe(true);
  expect((await askStatus(printer.port)).first[5]).toBe('1');
  expect(printer.state().formats).toBeLessThan(6);
  expect(host.socket.writableLength).toBeGreaterThan(0);
});

test('a full buffer may silence everybody', async () => {
  const printer = await start({
    ...SLOW,
    bufferBytes: 2048,
    labelsAhead: 1,
    fullBlocks: 'all',
  });
  const host = await dialPrinter(printer.port);
  for (let sent = 0; sent < 4; sent++) host.send(buildLabel('x'.repeat(1000)));
  await pollFact(() => printer.state().bufferFull).toBe(true);
  const other = await dialPrinter(printer.port);
  other.send('~HS');
  printer.pressCancel('all');
  await other.until(/1234,0/);
});

test('a buffer drained reads on and prints everything', async () => {
  const printer = await start({ bufferBytes: 1024, labelsAhead: 1 });
  const host = await dialPrinter(printer.port);
  for (let sent = 0; sent < 200; sent++) host.send(buildLabel(`${sent}`.padEnd(300, 'x')));
  await pollFact(() => printer.paper().length).toBe(200);
});

test('a format larger than the buffer is drawn as it comes in', async () => {
  const printer = await start({ bufferBytes: 1024 });
  const host = await dialPrinter(printer.port);
  host.send(buildLabel('x'.repeat(50_000)));
  await pollFact(() => printer.paper().length).toBe(1);
});

test('a second connection waits for the end of the first', async () => {
  const printer = await start({ connections: 'one waits' });
  const first = await dialPrinter(printer.port);
  first.send('~HI');
  await first.until(/ZT000/);
  const second = await dialPrinter(printer.port);
  second.send(buildLabel('b'));
  first.send(`${buildLabel('a')}~HS`);
  await first.until(/1234,0/);
  await expectPieces(printer, 'a');
  first.socket.end();
  await expectPieces(printer, 'a', 'b');
});

test('a second connection may be reset', async () => {
  const printer = await start({ connections: 'one refuses' });
  const first = await dialPrinter(printer.port);
  first.send('~HI');
  await first.until(/ZT000/);
  await waitForRefusal(printer.port);
  first.send(buildLabel('a'));
  await expectPieces(printer, 'a');
});

test('a client that half-closes still gets its answer', async () => {
  const printer = await start({ status: { lagMs: [30, 30] } });
  const host = await dialPrinter(printer.port);
  host.socket.end('~HS');
  await host.until(/1234,0/);
  await host.closed;
});

test('the FIN of a client may cost it what is not drawn yet', async () => {
  const printer = await start({ ...SLOW, labelsAhead: 1, onFin: 'lost' });
  const host = await dialPrinter(printer.port);
  host.socket.end(buildLabel('a') + buildLabel('b'));
  await pollFact(() => printer.dropped().map((item) => item.key)).toEqual(['b']);
});

test.each([
  ['discarded', ['next']],
  ['kept', ['half next']],
] as const)('an unfinished format is %s when its connection ends', async (partialOnClose, out) => {
  const printer = await start({ partialOnClose, strayXa: 'restarts' });
  const host = await dialPrinter(printer.port);
  host.socket.end('^XA^FDhalf ');
  await host.closed;
  await pollFact(() => printer.state().partial).toBe(partialOnClose === 'kept');
  const next = await dialPrinter(printer.port);
  next.send(partialOnClose === 'kept' ? 'next^FS^XZ' : buildLabel('next'));
  await expectPieces(printer, ...out);
});

test('resets a connection at its nth byte: what is whole by then is printed', async () => {
  const printer = await start();
  printer.cutConnection({ bytes: buildLabel('a').length + 10 });
  const host = await dialPrinter(printer.port);
  host.send(buildLabel('a') + buildLabel('b'));
  await host.closed;
  await expectPieces(printer, 'a');
  expect(printer.dropped()).toMatchObject([{ key: null, bytes: 6 }]);
  const next = await dialPrinter(printer.port);
  next.send(buildLabel('c'));
  await expectPieces(printer, 'a', 'c');
});

test('closes a connection with a FIN and hears no more of it', async () => {
  const printer = await start();
  printer.cutConnection({ nth: 2, bytes: 3, how: 'fin' });
  const first = await dialPrinter(printer.port);
  first.send(buildLabel('a'));
  await expectPieces(printer, 'a');
  const second = await dialPrinter(printer.port);
  second.send(buildLabel('b'));
  await once(second.socket, 'end');
  first.send(buildLabel('c'));
  await expectPieces(printer, 'a', 'c');
});

test('bytes of a reset connection may come through later', async () => {
  const printer = await start({ ...SLOW, speedMmPerS: 1e6, bufferBytes: 60, labelsAhead: 1 });
  printer.pressPause();
  const host = await dialPrinter(printer.port);
  host.send(buildLabel('a') + buildLabel('b') + buildLabel('c'));
  await pollFact(() => printer.state().bufferFull).toBe(true);
  printer.resetConnections({ orphanMs: 20 });
  await host.closed;
  printer.pressPause();
  await expectPieces(printer, 'a', 'b', 'c');
});

test('a power cut resets everyone, ruins the label under print and forgets the rest', async () => {
  const printer = await start({ labelsAhead: 2 });
  await printer.powerCut({ labels: 1, mm: 10, downMs: 50 });
  const host = await dialPrinter(printer.port);
  host.send(buildLabel('a', 30, '^PQ3') + buildLabel('b') + '^XA^FDc');
  await host.closed;
  expect(listKeys(printer)).toEqual(['a', 'a/ruined']);
  expect(printer.paper()[1]).toMatchObject({ mm: 10, why: 'power cut' });
  const gone = printer.dropped().map((item) => `${item.key} ${item.copies}`);
  expect(gone).toContain('a 1');
  expect(gone).toContain('b 1');
  await pollFact(() => printer.state().on).toBe(true);
  expect((await askStatus(printer.port)).second[8]).toBe('00000000');
  const next = await dialPrinter(printer.port);
  next.send(buildLabel('d'));
  await expectPieces(printer, 'a', 'a/ruined', 'd');
});

test('while off nobody is let in', async () => {
  const printer = await start();
  const back = printer.powerCut({ downMs: 100 });
  await pollFact(() => printer.state().on).toBe(false);
  await waitForRefusal(printer.port);
  await back;
  await askStatus(printer.port);
});

test('what a print server outside held comes through after the power is back', async () => {
  const printer = await start({ ...SLOW, speedMmPerS: 1e5, labelsAhead: 1 });
  printer.pressPause();
  const host = await dialPrinter(printer.port);
  host.send(buildLabel('a') + buildLabel('b'));
  await pollFact(() => printer.state().formats).toBe(1);
  await printer.powerCut({ downMs: 10, orphanMs: 10 });
  await expectPieces(printer, 'b');
  expect(printer.dropped().map((item) => item.key)).toEqual(['a']);
});

test('a flood of questions nobody reads the answers of is heard to its end', async () => {
  const printer = await start();
  const host = await dialPrinter(printer.port);
  host.socket.pause();
  for (let sent = 0; sent < 20; sent++) host.send('~HS'.repeat(1000));
  host.send(buildLabel('a'));
  await expectPieces(printer, 'a');
});

test('noise, half commands and empty formats print nothing and break nothing', async () => {
  const printer = await start();
  const host = await dialPrinter(printer.port);
  host.send('\x00\xff^^^~~~^X~J! U1 getvar\r\n^XZ^XA^XZ^XA^GFA,1^XZ^XA^PQ99999999^XZ');
  host.send(buildLabel('a'));
  await pollFact(() => listKeys(printer).at(-1)).toBe('a');
});

test('close() leaves no connection and no timer', async () => {
  const printer = await startZplPrinter({ speedMmPerS: 0.001 });
  const host = await dialPrinter(printer.port);
  host.send(buildLabel('a'));
  await pollFact(() => printer.state().printing).toBe(true);
  await printer.close();
  await host.closed;
});
