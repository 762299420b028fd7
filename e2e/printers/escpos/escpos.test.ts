import { afterEach, describe, expect, it, test } from 'vitest';
import { dialPrinter, pollFact, type Host } from '../works/testing.ts';
import { type EscposPrinter, startEscposPrinter } from './escpos.ts';
import type { PartialOptions } from './options.ts';
import { toBytes, indexByText, buildLabel, buildRaster } from './testing.ts';

const ESC = 0x1b;
const GS = 0x1d;
const CLEAR = toBytes(0x10, 0x14, 8, 1, 3, 0x14, 1, 6, 2, 8);

let printers: EscposPrinter[] = [];
let hosts: Host[] = [];
const start = async (options: PartialOptions = {}): Promise<EscposPrinter> => {
  const printer = await startEscposPrinter({ instant: true, identify: indexByText, ...options });
  printers.push(printer);
  return printer;
};
const connect = async ({
  port,
}: EscposPrinter): Promise<Host & { put: (data: Buffer) => void }> => {
  const host = await dialPrinter(port);
  hosts.push(host);
  return { ...host, put: (data) => host.send(data.toString('latin1')) };
};
afterEach(async () => {
  for (const host of hosts) host.socket.destroy();
  await Promise.all(printers.map((printer) => printer.close()));
  printers = [];
  hosts = [];
});

const listKeys = (printer: EscposPrinter): string[] =>
  printer.paper().map((item) => `${item.key}${item.whole ? '' : '/torn'}`);
const expectPieces = (printer: EscposPrinter, ...expected: string[]) =>
  pollFact(() => listKeys(printer)).toEqual(expected);
const SLOW = { instant: false, drawMs: 0, drawMsPerKib: 0, speedMmPerS: 0.001 };
const buildIdCommand = (text: string): Buffer => toBytes(GS, '(H', 6, 0, 48, 48, text);
const buildEotCommand = (n: number): Buffer => toBytes(0x10, 4, n);
const buildLines = (count: number): Buffer => buildRaster(Array.from({ length: count }, () => '#'));

describe('paper', () => {
  it('comes out a label at a time', async () => {
    const printer = await start();
    const host = await connect(printer);
    host.put(toBytes([...buildLabel('a')], [...buildLabel('b')]));
    await expectPieces(printer, 'a', 'b');
    expect(printer.paper().map(({ mm, lengthMm }) => [mm, lengthMm])).toEqual([
      [30, 30],
      [30, 30],
    ]);
  });

  it('is printed on before the label is wholly received', async () => {
    const printer = await start();
    const host = await connect(printer);
    host.put(toBytes('a\n', [...buildLines(80).subarray(0, 48)]));
    await pollFact(() => printer.state().mm).toBe((30 + 40) / 8);
    expect(listKeys(printer)).toEqual([]);
    await printer.rest();
    host.put(toBytes([...buildLines(80).subarray(48)], 0x0c));
    await expectPieces(printer, 'a');
  });

  it('that was fed blank is nobody’s label', async () => {
    const printer = await start({ formFeedAtTop: 'feeds a label' });
    const host = await connect(printer);
    host.put(toBytes(0x0c, [...buildLabel('a')]));
    printer.pressFeed();
    await pollFact(() => printer.paper().length).toBe(3);
    expect(printer.paper().filter(({ source }) => source === 'job')).toHaveLength(1);
  });

  it('is cut into pieces on a roll', async () => {
    const printer = await start({ stock: 'roll, cut' });
    const host = await connect(printer);
    const cut = [GS, 0x56, 66, 0];
    host.put(toBytes('a\n', cut, 'b\n', ESC, 'd', 3, cut));
    await expectPieces(printer, 'a', 'b');
    expect(printer.paper().map(({ mm }) => mm)).toEqual([12 + 30 / 8, 12 + 120 / 8]);
    const [one, two] = printer.labels().map((piece) => piece.label.bitmap);
    expect(one?.height).toBe(96 + 30);
    expect([one?.ink().height, two?.ink().height]).toEqual([24, 24]);
  });

  it('shows another host’s labels as theirs', async () => {
    const printer = await start();
    printer.otherJob({ labels: 2, mm: 10 });
    await pollFact(() => printer.paper().filter(({ foreign }) => foreign).length).toBe(2);
  });

  it('is not used for a label that vanishes', async () => {
    const printer = await start();
    const host = await connect(printer);
    printer.dropFormats(1);
    host.put(toBytes([...buildLabel('a')], [...buildLabel('b')]));
    await expectPieces(printer, 'b');
    expect(printer.dropped().map(({ key, why }) => [key, why])).toEqual([['a', 'out of memory']]);
  });
});

describe('questions', () => {
  it('are answered on arrival, while it prints and while it cannot', async () => {
    const printer = await start(SLOW);
    const host = await connect(printer);
    host.put(toBytes([...buildLines(8)], [...buildEotCommand(1)]));
    expect(await host.until(/^\x12$/)).toBe('\x12');
    printer.headOpen();
    host.put(
      toBytes(
        [...buildEotCommand(1)],
        [...buildEotCommand(2)],
        [...buildEotCommand(3)],
        [...buildEotCommand(4)],
      ),
    );
    expect(await host.until(/^\x12.{4}$/s)).toBe('\x12\x1a\x56\x52\x12');
  });

  it('behind what was sent are answered in their turn, and not before the fault is cleared', async () => {
    const printer = await start();
    const host = await connect(printer);
    printer.mediaOut();
    host.put(toBytes([...buildLabel('a')], GS, 'r', 1, [...buildEotCommand(4)]));
    expect(await host.until(/./s)).toBe('\x7e');
    printer.clear();
    expect(await host.until(/../s)).toBe('\x7e\0');
  });

  it('are answered as another model does: GS I', async () => {
    const printer = await start({ kanji: false });
    const host = await connect(printer);
    host.put(toBytes(GS, 'I', 2, GS, 'I', 66));
    expect(await host.until(/\0$/)).toBe('\0_EPSON\0');
  });

  it('get the answer to the one before, on some', async () => {
    const printer = await start({ status: { repeat: { chance: 1, how: 'instead' } } });
    const host = await connect(printer);
    host.put(buildEotCommand(1));
    await host.until(/^\x12$/);
    printer.mediaOut();
    host.put(buildEotCommand(4));
    expect(await host.until(/../s)).toBe('\x12\x12');
  });
});

describe('process IDs', () => {
  const three = toBytes(
    'a\n',
    [...buildIdCommand('0001')],
    'b\n',
    [...buildIdCommand('0002')],
    'c\n',
    [...buildIdCommand('0003')],
  );

  it('come when what stands before them is out', async () => {
    const printer = await start({ ...SLOW, speedMmPerS: 100, timeScale: 0.1 });
    const host = await connect(printer);
    let outMm = 0;
    host.socket.once('data', () => (outMm = printer.state().mm));
    host.put(three);
    await host.until(/7"0001\x007"0002\x007"0003\0$/);
    expect(outMm).toBeGreaterThanOrEqual(30 / 8);
  });

  it('come when that is drawn, on some', async () => {
    const printer = await start({ ...SLOW, processIds: 'when drawn' });
    const host = await connect(printer);
    host.put(three);
    await host.until(/7"0003\0$/);
    expect(printer.state().mm).toBeLessThan(1);
  });

  it('never come, or come out on the paper, on others', async () => {
    for (const [processIds, unknown, text] of [
      ['ignored', 'printed', 'a\nb'],
      ['unknown', 'skipped', 'a\nb'],
      ['unknown', 'printed', 'a\n000002b'],
    ] as const) {
      const printer = await start({ processIds, unknown });
      const host = await connect(printer);
      host.put(toBytes('a\n', [...buildIdCommand('0002')], 'b\n\f', [...buildEotCommand(1)]));
      await pollFact(() => printer.paper()[0]?.key).toBe(text);
      expect(await host.until(/./s)).toBe('\x12');
    }
  });

  it('come although the label was torn, where the rest is printed after a stop', async () => {
    const printer = await start();
    const host = await connect(printer);
    printer.headOpen({ mm: 2 });
    host.put(toBytes([...buildLabel('a')], [...buildIdCommand('0001')]));
    await expectPieces(printer, 'a/torn');
    printer.clear();
    await expectPieces(printer, 'a/torn', 'a/torn');
    await host.until(/7"0001\0$/);
    expect(printer.paper().map(({ mm, why }) => [mm, why])).toEqual([
      [2, 'head open'],
      [30, 'the rest of a torn one'],
    ]);
  });

  it('never come of what was cleared or lost', async () => {
    const printer = await start({ afterStop: 'forgets' });
    const host = await connect(printer);
    printer.mediaOut({ mm: 2 });
    host.put(toBytes([...buildLabel('a')], [...buildIdCommand('0001')], [...buildLabel('b')]));
    await expectPieces(printer, 'a/torn');
    printer.clear();
    host.put(toBytes([...buildLabel('c')], [...buildIdCommand('0003')]));
    await expectPieces(printer, 'a/torn', 'c');
    expect(await host.until(/\0$/)).toBe('7"0003\0');
  });
});

describe('automatic status back', () => {
  it('comes at once, and when something changes that was asked for, until ESC @', async () => {
    const printer = await start();
    const host = await connect(printer);
    host.put(toBytes(GS, 'a', 2));
    await host.until(/^\x10\0\0\0$/);
    printer.headOpen();
    await host.until(/\x38\0\0\0$/);
    printer.clear();
    await host.until(/\x10\0\0\0$/);
    host.put(toBytes(ESC, '@', GS, 'r', 2));
    const before = await host.until(/.{13}/s);
    printer.headOpen();
    host.put(buildEotCommand(2));
    expect((await host.until(/\x16$/)).length).toBe(before.length + 1);
  });

  it('is never sent, or from the start, on others', async () => {
    const deaf = await start({ statusBack: 'ignored' });
    const one = await connect(deaf);
    one.put(toBytes(GS, 'a', 255, [...buildEotCommand(1)]));
    expect(await one.until(/./s)).toBe('\x12');
    const eager = await start({ statusBackAtPowerUp: 255 });
    const two = await connect(eager);
    two.put(toBytes(GS, 'r', 2));
    await two.until(/\0/);
    eager.mediaOut();
    expect(await two.until(/.{5}/s)).toBe('\0\x18\0\x0f\0');
  });

  it('of going offline is a response of its own', async () => {
    const printer = await start();
    const host = await connect(printer);
    host.put(toBytes(GS, '(H', 3, 0, 49, 48, 1, GS, 'r', 2));
    await host.until(/\0/);
    printer.mediaOut();
    expect(await host.until(/#\0$/)).toBe('\x007#\0');
  });
});

describe('clearing and recovering', () => {
  it('DLE DC4 8 forgets all that is not out, and a picture that was begun', async () => {
    const printer = await start({ ...SLOW, aheadMm: 20, bufferBytes: 65_536 });
    const host = await connect(printer);
    host.put(
      toBytes(
        'a\n',
        [...buildLabel('b')],
        [...buildLabel('c')],
        [...buildLines(80).subarray(0, 40)],
      ),
    );
    await pollFact(() => printer.state().printing).toBe(true);
    host.put(toBytes([...CLEAR], [...buildEotCommand(1)]));
    expect(await host.until(/\x12$/)).toBe('7%\0\x12');
    await printer.rest();
    expect(printer.state().mm).toBeLessThan(1);
    expect(listKeys(printer)).toEqual([]);
    expect(printer.dropped().length).toBeGreaterThan(0);
  });

  it('DLE DC4 8 leaves the paper where it is: what comes next comes on the same label', async () => {
    const printer = await start();
    const host = await connect(printer);
    host.put(toBytes('a\n'));
    await pollFact(() => printer.state().mm).toBe(30 / 8);
    host.put(CLEAR);
    await host.until(/7%\0/);
    host.put(toBytes('b\n\f', [...buildLabel('c')]));
    await expectPieces(printer, 'b', 'c');
    const [mixed] = printer.labels();
    expect(mixed?.label.bitmap.ink().height).toBe(30 + 24);
  });

  it('DLE ENQ 1 goes on after an error, DLE ENQ 2 without what was there', async () => {
    const printer = await start({ afterClear: 'paused' });
    const host = await connect(printer);
    const expectFailure = async (name: string, answer: RegExp): Promise<void> => {
      printer.headOpen();
      printer.clear();
      host.put(toBytes([...buildLabel(name)], [...buildEotCommand(1)]));
      await host.until(answer);
    };
    await expectFailure('a', /^\x3a$/);
    expect(listKeys(printer)).toEqual([]);
    host.put(toBytes(0x10, 5, 1));
    await expectPieces(printer, 'a');
    await expectFailure('b', /^\x3a\x3a$/);
    host.put(toBytes(0x10, 5, 2, [...buildLabel('c')]));
    await expectPieces(printer, 'a', 'c');
  });

  it('DLE ENQ is nothing without an error', async () => {
    const printer = await start();
    const host = await connect(printer);
    host.put(toBytes('a', 0x10, 5, 2, '\n\f'));
    await expectPieces(printer, 'a');
  });
});

describe('power and connections', () => {
  it('a power cut tears what is printed and forgets the rest', async () => {
    const printer = await start();
    const host = await connect(printer);
    const cut = printer.powerCut({ labels: 0, mm: 5, downMs: 1 });
    host.put(toBytes([...buildLabel('a')], [...buildLabel('b')]));
    await host.closed;
    await cut;
    await pollFact(() => printer.state().on).toBe(true);
    const again = await connect(printer);
    again.put(buildLabel('c'));
    await expectPieces(printer, 'a/torn', 'c');
  });

  test.each([
    ['kept', 1],
    ['discarded', 2],
  ] as const)('half a picture is %s when its connection ends', async (partialOnClose, pieces) => {
    const printer = await start({ partialOnClose });
    const cut = await connect(printer);
    cut.socket.end(toBytes([...buildLines(40).subarray(0, 20)]));
    await cut.closed;
    const host = await connect(printer);
    host.put(toBytes([...buildLabel('long enough to be eaten')], '\f\f\f', [...buildLabel('b')]));
    await pollFact(() => printer.paper().length).toBe(pieces);
    expect(printer.paper().at(-1)?.key).toBe('b');
    expect(printer.paper()[0]?.key).toBe(pieces === 1 ? 'b' : 'long enough to be eaten');
  });

  it('a full buffer holds the sender back, and everything comes out', async () => {
    const printer = await start({ ...SLOW, bufferBytes: 512, speedMmPerS: 30_000 });
    const host = await connect(printer);
    for (let n = 0; n < 30; n++)
      host.put(toBytes([...buildLabel(`${n}`)], [...buildLines(20)], 0x0c));
    await pollFact(() => listKeys(printer).filter((key) => key !== '').length).toBe(30);
    expect(printer.dropped()).toEqual([]);
  });

  it('a buffer that overflows loses bytes, and the rest is read as it stands', async () => {
    const printer = await start({ ...SLOW, bufferBytes: 256, fullBlocks: 'nobody' });
    const host = await connect(printer);
    host.put(buildLines(240));
    await pollFact(() => printer.state().printing).toBe(true);
    host.put(toBytes([...buildLines(2000)], [...buildEotCommand(1)]));
    const sumDroppedBytes = (): number =>
      printer.dropped().reduce((sum, item) => sum + item.bytes, 0);
    await pollFact(sumDroppedBytes).toBeGreaterThan(1000);
    expect(printer.dropped()[0]?.why).toBe('no room in the buffer');
    expect(host.heard()).toBe('');
  });

  test.each(['reset', 'fin'] as const)('a silent connection ends: %s', async (idleEnd) => {
    const printer = await start({ idleMs: 200, idleEnd });
    const host = await connect(printer);
    await host.closed;
    const [entry] = printer.truth();
    expect(entry?.kind === 'event' && entry.what).toMatch(/^connection 1 (closed|reset) by/);
  });

  it('a second connection waits for the first to end', async () => {
    const printer = await start();
    const one = await connect(printer);
    const two = await connect(printer);
    two.put(toBytes([...buildLabel('b')], [...buildEotCommand(1)]));
    one.put(toBytes([...buildLabel('a')], [...buildEotCommand(1)]));
    await one.until(/\x12/);
    await expectPieces(printer, 'a');
    expect(two.heard()).toBe('');
    one.socket.end();
    await two.until(/\x12/);
    await expectPieces(printer, 'a', 'b');
  });
});
