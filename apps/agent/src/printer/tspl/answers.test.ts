import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { simulateFastQueries, simulateFlood } from '../flow-testing.ts';
import { bitmapToTspl } from '@yunbiao/label';
import { isPrinterIdle, isPrinterBusy } from '../status/status.ts';
import type { PrinterStatus } from '../status/status.ts';
import { isPrinterStopped, listStoppingFaults, toPrinterView } from '../view.ts';
import { createTsplLink, END_PARTIAL } from './link.ts';
import { getPaperTime } from './paper-time.ts';
import { createReplyReader } from './reply-reader.ts';
import { parseStatusByte, parseStatusFrame } from './status-answer.ts';

it('reads every bit of the status byte, and takes only 00 for idle', () => {
  expect(listStoppingFaults(parseStatusByte(0x01))).toEqual(['盖子开着']);
  expect(listStoppingFaults(parseStatusByte(0x0d))).toEqual(['盖子开着', '缺纸', '缺碳带']);
  expect(listStoppingFaults(parseStatusByte(0x02))).toEqual(['卡纸']);
  expect(listStoppingFaults(parseStatusByte(0x30))).toEqual(['已暂停']);
  expect(listStoppingFaults(parseStatusByte(0x80))).toEqual(['打印机报告别的故障']);
  expect(isPrinterStopped(parseStatusByte(0x20))).toBe(false);
  const idle = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) =>
    isPrinterIdle(parseStatusByte(byte)),
  );
  expect(idle).toEqual([0]);
  expect(toPrinterView(parseStatusByte(0x02), null, false)).toMatchObject({
    state: 'stopped',
    stateReasons: ['media-jam'],
  });
});

const getFrame = (text: string): PrinterStatus => {
  const [a = 0, b = 0, c = 0, d = 0] = Buffer.from(text, 'latin1');
  return parseStatusFrame([a, b, c, d]);
};

it('reads the longer status, and takes what it does not know for an error', () => {
  expect(isPrinterIdle(getFrame('@@@@'))).toBe(true);
  for (const working of ['P@@@', 'W@@@', 'C@@@', 'L@@@'])
    expect([working, isPrinterBusy(getFrame(working))]).toEqual([working, true]);
  for (const working of ['P@@@', 'W@@@', 'B@@@', 'C@@@', 'F@@@', 'L@@@', '@H@@'])
    expect([
      working,
      isPrinterIdle(getFrame(working)),
      isPrinterStopped(getFrame(working)),
    ]).toEqual([working, false, false]);
  expect(listStoppingFaults(getFrame('E@@a'))).toEqual(['盖子开着', '缺纸']);
  expect(listStoppingFaults(getFrame('E@@D'))).toEqual(['缺碳带']);
  expect(listStoppingFaults(getFrame('E@H@'))).toEqual(['打印机报告别的故障']);
  for (const paused of ['`@@@', 'K@@@'])
    expect(listStoppingFaults(getFrame(paused))).toEqual(['已暂停']);
  expect(listStoppingFaults(getFrame('Z@@@'))).toEqual(['打印机报告别的故障']);
});

it('takes paper that only moves for no work on a label: FEED pressed at the printer proves nothing', () => {
  for (const moving of ['F@@@', 'B@@@']) {
    expect(isPrinterBusy(getFrame(moving))).toBe(false);
    expect(isPrinterIdle(getFrame(moving))).toBe(false);
  }
});

const readAll = (chunks: Uint8Array[], frames = true): string[] => {
  const heard: string[] = [];
  const reader = createReplyReader({
    onByte: (byte) => heard.push(byte.toString(16)),
    onFrame: (frame) => heard.push(Buffer.from(frame).toString('latin1')),
  });
  if (frames) reader.expectFrames(true);
  for (const chunk of chunks) reader.read(chunk);
  return heard;
};
const toBytes = (text: string): Buffer => Buffer.from(text, 'latin1');

it('tells bytes from frames however the stream is cut', () => {
  const stream = toBytes('\x00\x02P@@@\x03\r\n\x20\x02@@@@\x03\r\n\x02\x00');
  const expected = ['0', 'P@@@', '20', '@@@@', '2', '0'];
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length)), (points) => {
      const cuts = [0, ...points.sort((a, b) => a - b), stream.length];
      const chunks = cuts.slice(1).map((end, i) => stream.subarray(cuts[i], end));
      expect(readAll(chunks)).toEqual(expected);
    }),
  );
});

it('takes an 02 for a paper jam at once where there are no frames', () => {
  expect(readAll([toBytes('\x02')], false)).toEqual(['2']);
  expect(readAll([toBytes('\x02')])).toEqual([]);
  expect(readAll([toBytes('\x02@@@@X')])).toEqual(['2', '40', '40', '40', '40', '58']);
});

/** A link whose socket only records what is written. */
const createLink = () => {
  const written: string[] = [];
  const statuses: PrinterStatus[] = [];
  const socket = Object.assign(new EventEmitter(), {
    write: (data: string | Uint8Array) =>
      written.push(Buffer.from(data as string, 'latin1').toString('latin1')),
    cork: () => undefined,
    uncork: () => undefined,
    end: () => undefined,
    destroy: () => undefined,
  });
  const ignore = (): void => undefined;
  const link = createTsplLink(socket as unknown as Socket, {
    onStatus: (status) => statuses.push(status),
    onCounter: ignore,
    onEcho: ignore,
    onExtra: ignore,
    onString: ignore,
    onLost: ignore,
  });
  const receiveText = (text: string) => socket.emit('data', toBytes(text));
  return { link, written, statuses, answer: receiveText };
};

it('hears of a paper jam at once from a printer that was only asked for the byte', () => {
  const { link, statuses, answer } = createLink();
  link.queryMinimally();
  answer('\x02');
  expect(statuses.map(({ mediaJam }) => mediaJam)).toEqual([true]);
});

it('asks the longer question once, and goes on with what was answered', () => {
  const newer = createLink();
  newer.link.sendGreeting(false);
  expect(newer.written.pop()).toBe(`${END_PARTIAL}\x1b!?\r\n\x1b!S\r\n\x1b!?\r\n`);
  newer.answer('\x00\x02@@@@\x03\r\n\x00');
  expect(newer.statuses).toHaveLength(2);
  newer.link.query(false);
  expect(newer.written.pop()).toBe('\x1b!S\r\n');
  newer.answer('\x02P@@@\x03\r\n');
  expect(newer.statuses[2]?.formats).toBe(1);
  // From now on neither a line end nor a stray byte is an answer.
  newer.answer('\r\n\x00');
  expect(newer.statuses).toHaveLength(3);

  const older = createLink();
  older.link.sendGreeting(false);
  older.answer('\x00\x00');
  older.link.query(false);
  expect(older.written.pop()).toBe('\x1b!?\r\n');
  // 0x02 may be the start of a late answer to the longer query: the next byte decides.
  older.answer('\x02');
  expect(older.statuses).toHaveLength(2);
  older.link.query(false);
  older.answer('\x02');
  expect(older.statuses[2]?.mediaJam).toBe(true);
});

it('takes no byte of a late answer to the longer question for a status', () => {
  const late = '\x02P@@@\x03\r\n';
  const anyCut = fc.array(fc.nat(late.length), { maxLength: 4 });
  fc.assert(
    fc.property(anyCut, fc.nat(3), fc.boolean(), (points, asked, isAnsweredFirst) => {
      const { link, statuses, answer } = createLink();
      link.sendGreeting(false);
      answer('\x00');
      answer('\x00');
      for (let n = 0; n < asked; n += 1) link.query(false);
      if (isAnsweredFirst) for (let n = 0; n < asked; n += 1) answer('\x20');
      const cuts = [0, ...points.sort((a, b) => a - b), late.length];
      for (const [i, end] of cuts.slice(1).entries()) answer(late.slice(cuts[i], end));
      if (!isAnsweredFirst) for (let n = 0; n < asked; n += 1) answer('\x20');
      expect(statuses.filter(isPrinterStopped)).toEqual([]);
      expect(statuses.map(({ formats }) => formats)).toEqual([0, 0, ...Array(asked).fill(1)]);
      // From now on the link sends the longer query.
      link.query(false);
      answer('\x02@@@@\x03');
      expect(statuses).toHaveLength(3 + asked);
    }),
  );
});

it('takes no byte that answers no question for a status', () => {
  const { link, statuses, answer } = createLink();
  link.queryMinimally();
  answer('\x00\x41\x0d\x02');
  expect(statuses).toHaveLength(1);
});

it('ends half a BITMAP of ours, whatever of it was sent', () => {
  const bitmap = { width: 800, height: 600, stride: 100, data: new Uint8Array(60_000).fill(0x55) };
  const job = toBytes(
    Buffer.from(bitmapToTspl(bitmap, { stock: { widthMm: 100, lengthMm: 75 } })).toString('latin1'),
  );
  const longest = [...job.toString('latin1').matchAll(/BITMAP \d+,\d+,(\d+),(\d+)/g)].map(
    (item) => Number(item[1]) * Number(item[2]),
  );
  expect(Math.max(...longest)).toBeLessThanOrEqual(
    END_PARTIAL.trimEnd().length + END_PARTIAL.indexOf('\r'),
  );
  expect(END_PARTIAL).toMatch(/^ +\r\n$/);
});

it('knows how long the paper of a job takes', () => {
  const job = bitmapToTspl(
    { width: 8, height: 1, stride: 1, data: new Uint8Array(1) },
    { stock: { widthMm: 50, lengthMm: 30.5 }, speed: 4 },
  );
  const { minimumMs, maximumMs } = getPaperTime(job);
  expect(minimumMs).toBeCloseTo((30.5 / 355.6) * 1000);
  expect(maximumMs).toBeCloseTo((30.5 / 50) * 1000);
  expect(getPaperTime(toBytes('nothing')).maximumMs).toBe(0);
});

it.each([
  ['bytes', '\x00'],
  ['frames', '\x02@@@@\x03\r\n'],
  ['anything', 'x'],
])('hears a bounded part of what is sent without end: %s', (_, text) => {
  const { answers, ended, isFlooded } = simulateFlood(createTsplLink, text);
  expect(answers).toBeLessThan(300);
  expect([ended, isFlooded]).toEqual([1, true]);
});

it.each([
  ['bytes', ''],
  ['frames', '\x02@@@@\x03\r\n'],
])('hears a printer that answers each question twice: %s', (_, long) => {
  const answerTo = (question: string): string => (question === '\x1b!?' ? '\x00' : long);
  const countQueries = (times: number): number =>
    simulateFastQueries(createTsplLink, /\x1b![?S]/g, answerTo, times);
  expect(countQueries(2)).toBe(180_000);
  expect(countQueries(6)).toBeLessThan(5000);
});
