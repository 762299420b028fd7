import { afterEach, describe, expect, test } from 'vitest';
import type { PartialOptions } from './options.ts';
import {
  askStatus,
  askVariable,
  indexByText,
  dialPrinter,
  pollFact,
  listFields,
  buildLabel,
} from './testing.ts';
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

const waitForPapers = (printer: ZplPrinter, papers: number): Promise<void> =>
  new Promise((resolve) => {
    const checkPapers = (): void => {
      if (printer.paper().length < papers) return;
      stop();
      resolve();
    };
    const stop = printer.onEntry(checkPapers);
    checkPapers();
  });

const listKeys = (printer: ZplPrinter): string[] =>
  printer.paper().map((item) => `${item.key}${item.whole ? '' : `/${item.mm}`}`);

/** Sends and waits until the printer has processed it, in stream order. */
const print = async (printer: ZplPrinter, text: string) => {
  const host = await dialPrinter(printer.port);
  host.send(text);
  return host;
};

const SLOW = { instant: false, drawMs: 0, drawMsPerKib: 0, speedMmPerS: 0.001 };

describe('printing', () => {
  test('prints formats in order, each as often as ^PQ says', async () => {
    const printer = await start();
    await print(printer, buildLabel('a') + buildLabel('b', 30, '^PQ3') + buildLabel('c'));
    await waitForPapers(printer, 5);
    expect(listKeys(printer)).toEqual(['a', 'b', 'b', 'b', 'c']);
    expect(printer.paper()[2]).toMatchObject({ copy: 2, of: 3, format: 2, lengthMm: 30, mm: 30 });
  });

  test('shows the dots and the text of what it drew', async () => {
    const printer = await start();
    await print(printer, '^XA^LL80^FO0,0^GB8,1,1^FS^FO0,9^FDtext^FS^XZ');
    await waitForPapers(printer, 1);
    const drawn = printer.labels()[0]?.label;
    expect(drawn?.bitmap.blackDots()).toBe(8);
    expect(drawn?.text).toContain('^FDtext');
  });

  test('pauses after every p labels of ^PQq,p and goes on with the PAUSE key', async () => {
    const printer = await start();
    await print(printer, buildLabel('a', 30, '^PQ4,2'));
    await waitForPapers(printer, 2);
    expect((await askStatus(printer.port)).first[2]).toBe('1');
    printer.pressPause();
    await printer.rest();
    expect(listKeys(printer)).toHaveLength(4);
  });

  test('an identity that throws harms nobody', async () => {
    const printer = await start({
      identify: () => {
        throw new Error('no idea');
      },
    });
    await print(printer, buildLabel('a'));
    await waitForPapers(printer, 1);
    expect(printer.paper()[0]?.key).toBe('not identified: Error: no idea');
  });
});

describe('~HS', () => {
  test('has three strings with twelve, eleven and two fields', async () => {
    const printer = await start();
    const host = await dialPrinter(printer.port);
    host.send('~HS');
    const answer = await host.until(/(\x02[^\x03]*\x03\r\n){3}/);
    expect(answer).toBe(
      '\x02030,0,0,0240,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,1,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n',
    );
  });

  test('counts formats not drawn yet and labels of the batch in hand', async () => {
    const printer = await start({ ...SLOW, labelsAhead: 1 });
    const host = await print(
      printer,
      buildLabel('a', 30, '^PQ5') + buildLabel('b') + buildLabel('c') + '^XA^FDd',
    );
    host.send('! U1 getvar "device.languages"\r\n');
    await pollFact(() => printer.state().formats).toBe(2);
    const { first, second } = await askStatus(printer.port);
    expect(first[4]).toBe('002');
    expect(first[7]).toBe('1');
    expect(second[8]).toBe('00000005');
  });

  test.each([
    ['with current', '00000003'],
    ['without current', '00000002'],
    ['busy flag', '00000001'],
    ['hidden', '00000000'],
  ] as const)('shows the remaining labels %s', async (remaining, shown) => {
    const printer = await start({ ...SLOW, status: { remaining } });
    await print(printer, buildLabel('a', 30, '^PQ3'));
    await pollFact(() => printer.state().printing).toBe(true);
    expect((await askStatus(printer.port)).second[8]).toBe(shown);
  });

  test.each([
    ['formats', { formats: '001', partial: '0', remaining: '00000000' }],
    ['remaining', { formats: '000', partial: '0', remaining: '00000001' }],
    ['partial', { formats: '000', partial: '1', remaining: '00000000' }],
    ['invisible', { formats: '000', partial: '0', remaining: '00000000' }],
  ] as const)('shows a format being drawn as %s', async (drawing, shown) => {
    const printer = await start({ instant: false, drawMs: 1e9, status: { drawing } });
    const host = await print(printer, `${buildLabel('a')}~HS`);
    const { first, second } = listFields(await host.until(/(\x02[^\x03]*\x03\r\n){3}/));
    expect({ formats: first[4], partial: first[7], remaining: second[8] }).toEqual(shown);
  });

  test('goes unanswered while media is out, as the manual says', async () => {
    const printer = await start();
    const host = await dialPrinter(printer.port);
    printer.mediaOut();
    host.send('~HS~HI');
    expect(await host.until(/ZT000/)).not.toContain('030,');
    printer.clear();
    host.send('~HS');
    expect(listFields(await host.until(/1234,0/)).first[1]).toBe('0');
  });

  test.each([
    ['mediaOut', 'first', 1],
    ['headOpen', 'second', 2],
    ['ribbonOut', 'second', 3],
  ] as const)('has a flag for %s where it is answered all the same', async (fault, string, at) => {
    const printer = await start({ status: { onFault: 'flags' } });
    printer[fault]();
    expect((await askStatus(printer.port))[string][at]).toBe('1');
    printer.clear();
    expect((await askStatus(printer.port))[string][at]).toBe('0');
  });

  test.each([
    ['nobody', [true, true, true]],
    ['everybody', [false, false, false]],
    ['everybody before the first format', [false, true, true]],
    ['connections that have sent a format', [true, false, true]],
  ] as const)('leaves %s without an answer', async (deafTo, [before, after, fresh]) => {
    const printer = await start({ status: { deafTo } });
    const host = await dialPrinter(printer.port);
    const isAnswered = async (): Promise<boolean> => {
      const from = host.heard().length;
      host.send('~HS~HI');
      await host.until(new RegExp(`^[^]{${from}}[^]*ZT000`));
      return host.heard().slice(from).includes('1234,0');
    };
    expect(await isAnswered()).toBe(before);
    host.send(buildLabel('a'));
    expect(await isAnswered()).toBe(after);
    const other = await dialPrinter(printer.port);
    other.send('~HS~HI');
    expect((await other.until(/ZT000/)).includes('1234,0')).toBe(fresh);
  });

  test('is held back until the fault is cleared', async () => {
    const printer = await start({ status: { onFault: 'held' } });
    const host = await dialPrinter(printer.port);
    printer.headOpen();
    host.send('~HS~HI');
    await host.until(/ZT000/);
    printer.clear();
    expect(listFields(await host.until(/1234,0/)).second[2]).toBe('0');
  });

  test('can be late, split and noisy, and is whole nevertheless', async () => {
    const printer = await start({
      status: { lagMs: [20, 40], segments: 7, segmentGapMs: 2, noise: 'alerts' },
    });
    const host = await dialPrinter(printer.port);
    host.send('~HS');
    const answer = await host.until(/1234,0\x03\r\n/);
    expect(listFields(answer).first).toHaveLength(12);
    expect(answer).toContain('ALERT');
  });

  test('can show the state before the format it was sent behind', async () => {
    const printer = await start({ ...SLOW, status: { staleMs: 1e9 } });
    const host = await print(printer, `${buildLabel('a', 30, '^PQ9')}! U1 getvar "x"\r\n`);
    await host.until(/\?/);
    expect(printer.state().remaining).toBe(9);
    expect((await askStatus(printer.port)).second[8]).toBe('00000000');
  });

  test('can repeat an earlier answer in place of a fresh one', async () => {
    const printer = await start({
      ...SLOW,
      status: { repeat: { chance: 1, how: 'instead' }, onFault: 'flags' },
    });
    expect((await askStatus(printer.port)).first[1]).toBe('0');
    printer.mediaOut();
    expect((await askStatus(printer.port)).first[1]).toBe('0');
    expect((await askStatus(printer.port)).first[1]).toBe('1');
  });

  test('in stream order it waits for the formats before it', async () => {
    const printer = await start({ status: { order: 'after printing' } });
    const host = await print(printer, `${buildLabel('a')}${buildLabel('b')}~HS`);
    await host.until(/1234,0/);
    expect(listKeys(printer)).toEqual(['a', 'b']);
  });

  test('leaves the media counter in its place after the head was opened at rest', async () => {
    const printer = await start({ status: { headCycleLeaks: true } });
    printer.headOpen();
    printer.clear();
    expect(Number((await askStatus(printer.port)).second[8])).toBeGreaterThan(1_000_000);
  });

  test('reaches the next connection when its own is gone', async () => {
    const printer = await start({
      status: { lagMs: [200, 200], orphanAnswers: 'next connection' },
    });
    const host = await print(printer, `~HS${buildLabel('a')}`);
    await waitForPapers(printer, 1);
    host.socket.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const next = await dialPrinter(printer.port);
    expect(listFields(await next.until(/1234,0/)).first).toHaveLength(12);
  });
});

describe('odometers', () => {
  test('count labels and length, in the words of SGD', async () => {
    const printer = await start({ counter: { start: 10 } });
    await print(printer, buildLabel('a', 254, '^PQ2'));
    await waitForPapers(printer, 2);
    await printer.rest();
    expect(await askVariable(printer.port, 'odometer.total_label_count')).toBe('"12"');
    expect(await askVariable(printer.port, 'odometer.total_print_length')).toBe(
      '"31 INCHES, 80 CENTIMETERS"',
    );
    expect(await askVariable(printer.port, 'no.such')).toBe('"?"');
    expect(await askVariable(printer.port, 'device.uptime')).toMatch(
      /^"00 days 00 hours 00 mins \d\d secs"$/,
    );
  });

  test('can be unknown, or without any answer', async () => {
    const printer = await start({ counter: { labels: 'question', length: 'none' } });
    const host = await dialPrinter(printer.port);
    host.send('! U1 getvar "odometer.total_print_length"\r\n');
    host.send('! U1 getvar "odometer.total_label_count"\r\n');
    await host.until(/"/);
    expect(host.heard()).toBe('"?"');
  });

  test('counting at the start shows a label that is not out yet', async () => {
    const printer = await start({ ...SLOW, counter: { countsAt: 'start', start: 0 } });
    await print(printer, buildLabel('a'));
    await pollFact(() => printer.state().printing).toBe(true);
    expect(printer.state().count).toBe(1);
    expect(printer.paper()).toEqual([]);
  });

  test('written late, the count is behind the paper', async () => {
    const printer = await start({ counter: { lateMs: 1e9, start: 0 } });
    await print(printer, buildLabel('a'));
    await waitForPapers(printer, 1);
    await printer.rest();
    expect(printer.state().count).toBe(0);
  });

  test.each([
    [true, 1],
    [false, 0],
  ])('counts ruined labels: %s', async (ruined, count) => {
    const printer = await start({ counter: { ruined, start: 0 } });
    printer.mediaOut({ mm: 12 });
    await print(printer, buildLabel('a'));
    await waitForPapers(printer, 1);
    expect(printer.state().count).toBe(count);
  });

  test.each([
    ['kept', 3],
    ['behind', 1],
    ['reset', 0],
  ] as const)('over a power cut is %s', async (persistence, count) => {
    const printer = await start({ counter: { persistence, behind: 2, start: 0 } });
    await print(printer, buildLabel('a', 30, '^PQ3'));
    await waitForPapers(printer, 3);
    await printer.rest();
    await printer.powerCut({ downMs: 0 });
    expect(printer.state().count).toBe(count);
  });

  test('a power cut with the last dot leaves a whole label nobody counted', async () => {
    const printer = await start({ counter: { start: 0 } });
    await printer.powerCut({ mm: 30, downMs: 0 });
    await print(printer, buildLabel('a'));
    await waitForPapers(printer, 1);
    expect(listKeys(printer)).toEqual(['a']);
    expect(printer.state().count).toBe(0);
  });

  test("move with other people's jobs", async () => {
    const printer = await start({ counter: { start: 0 } });
    printer.otherJob({ labels: 4 });
    await waitForPapers(printer, 4);
    await printer.rest();
    expect(printer.state().count).toBe(4);
    expect(printer.paper().every((item) => item.foreign)).toBe(true);
  });
});

describe('faults', () => {
  test.each(['mediaOut', 'ribbonOut', 'headOpen'] as const)(
    'under ^JZY a label ruined by %s is printed again, whole',
    async (fault) => {
      const printer = await start();
      printer[fault]({ labels: 1, mm: 12 });
      await print(printer, buildLabel('a', 30, '^PQ3'));
      await waitForPapers(printer, 2);
      await printer.rest();
      expect(listKeys(printer)).toEqual(['a', 'a/12']);
      printer.clear();
      await waitForPapers(printer, 4);
      expect(listKeys(printer)).toEqual(['a', 'a/12', 'a', 'a']);
      expect(printer.paper()[2]).toMatchObject({ source: 'reprint', copy: 2 });
    },
  );

  test('under ^JZN a ruined label is gone', async () => {
    const printer = await start();
    printer.headOpen({ labels: 1, mm: 12 });
    await print(printer, buildLabel('a', 30, '^JZN^PQ3'));
    await waitForPapers(printer, 2);
    printer.clear();
    await waitForPapers(printer, 3);
    await printer.rest();
    expect(listKeys(printer)).toEqual(['a', 'a/12', 'a']);
  });

  test('strikes now, in the middle of the label under print', async () => {
    const printer = await start({ ...SLOW, speedMmPerS: 1 });
    await print(printer, buildLabel('a'));
    await pollFact(() => printer.state().mm).toBeGreaterThan(0);
    printer.mediaOut();
    expect(printer.paper()[0]).toMatchObject({ whole: false, why: 'media out' });
    expect(printer.paper()[0]?.mm).toBeLessThan(30);
  });

  test('at the very end of a label ruins nothing', async () => {
    const printer = await start();
    printer.mediaOut({ mm: 30 });
    await print(printer, buildLabel('a') + buildLabel('b'));
    await waitForPapers(printer, 1);
    await printer.rest();
    expect(listKeys(printer)).toEqual(['a']);
  });

  test('may be sensed only when a label is tried', async () => {
    const printer = await start({ sensing: 'when printing', status: { onFault: 'flags' } });
    printer.mediaOut();
    expect((await askStatus(printer.port)).first[1]).toBe('0');
    await print(printer, buildLabel('a'));
    await pollFact(() => printer.state().paperOut).toBe(true);
    expect(printer.paper()).toEqual([]);
  });

  test('may leave the printer paused until a key is pressed', async () => {
    const printer = await start({ afterClear: 'paused' });
    printer.headOpen({ mm: 3 });
    await print(printer, buildLabel('a'));
    await waitForPapers(printer, 1);
    printer.clear();
    await printer.rest();
    expect(listKeys(printer)).toEqual(['a/3']);
    printer.pressPause();
    await waitForPapers(printer, 2);
    expect(listKeys(printer)).toEqual(['a/3', 'a']);
  });

  test('a roll comes to its end', async () => {
    const printer = await start({ rollLabels: 2 });
    await print(printer, buildLabel('a', 30, '^PQ3'));
    await waitForPapers(printer, 2);
    await printer.rest();
    expect(printer.state().paperOut).toBe(true);
    printer.clear();
    await waitForPapers(printer, 3);
  });

  test('closing the head may feed a label nobody asked for', async () => {
    const printer = await start({ calibrationLabels: 1, counter: { start: 0 } });
    printer.headOpen();
    printer.clear();
    await waitForPapers(printer, 1);
    await printer.rest();
    expect(listKeys(printer)).toEqual(['feed']);
    expect(printer.state().count).toBe(1);
  });
});

describe('cancelling', () => {
  test('CANCEL gives up the batch in hand after the label under print', async () => {
    const printer = await start({ ...SLOW, speedMmPerS: 100 });
    await print(printer, buildLabel('a', 30, '^PQ9') + buildLabel('b'));
    await pollFact(() => printer.state().printing).toBe(true);
    printer.pressCancel();
    await printer.rest();
    await pollFact(() => listKeys(printer).at(-1)).toBe('b');
    const printed = printer.getWhole('a');
    expect(printer.dropped()).toMatchObject([{ key: 'a', copies: 9 - printed, why: 'CANCEL key' }]);
  });

  test('CANCEL while media is out gives up the label that would be printed again', async () => {
    const printer = await start();
    printer.mediaOut({ mm: 5 });
    await print(printer, buildLabel('a') + buildLabel('b'));
    await waitForPapers(printer, 1);
    printer.pressCancel();
    printer.clear();
    await waitForPapers(printer, 2);
    expect(listKeys(printer)).toEqual(['a/5', 'b']);
    expect(printer.dropped()).toMatchObject([{ key: 'a', copies: 1 }]);
  });

  test('~JA clears all that came before it, and the label under print comes out', async () => {
    const printer = await start({ ...SLOW, speedMmPerS: 100, labelsAhead: 1 });
    const host = await print(printer, buildLabel('a', 30, '^PQ9'));
    await pollFact(() => printer.state().printing).toBe(true);
    host.send(`${buildLabel('b')}^XA^FDpart~JA${buildLabel('c')}`);
    await waitForPapers(printer, 2);
    expect(listKeys(printer)).toEqual(['a', 'c']);
    expect(printer.dropped().map((item) => [item.key, item.why])).toEqual([
      [null, '~JA'],
      ['b', '~JA'],
      ['a', '~JA'],
    ]);
  });

  test('a format may be lost without a word', async () => {
    const printer = await start();
    printer.dropFormats(1);
    await print(printer, buildLabel('a') + buildLabel('b'));
    await waitForPapers(printer, 1);
    expect(listKeys(printer)).toEqual(['b']);
    expect(printer.dropped()).toMatchObject([{ key: 'a', copies: 1, why: 'out of memory' }]);
  });
});
