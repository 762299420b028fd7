import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { simulateFastQueries, simulateFlood } from '../flow-testing.ts';
import { bitmapToEscpos } from '@yunbiao/label';
import type { EchoPlace } from '../status/echo.ts';
import { isPrinterIdle, isPrinterBusy } from '../status/status.ts';
import type { PrinterStatus } from '../status/status.ts';
import { isPrinterStopped, listStoppingFaults, toPrinterView } from '../view.ts';
import { createEscposLink, END_PARTIAL } from './link.ts';
import { getPaperTime } from './paper-time.ts';
import { createReplyReader } from './reply-reader.ts';
import { parseStatus } from './status-answer.ts';
import type { StatusBytes } from './status-answer.ts';

const toBytes = (text: string): Buffer => Buffer.from(text, 'latin1');
/** The status with these bits set in addition to the fixed ones. */
const parseStatusBits = (...bits: StatusBytes): PrinterStatus => {
  const [a, b, c, d] = bits;
  return parseStatus([a | 0x12, b | 0x12, c | 0x12, d | 0x12]);
};

it('reads what stops a printer, and never takes it for at work', () => {
  const stops: [StatusBytes, string[]][] = [
    [[0x08, 0x04, 0, 0], ['盖子开着']],
    // The cover was opened during printing.
    [[0x08, 0x44, 0x40, 0], ['盖子开着']],
    [[0x08, 0x20, 0, 0x60], ['缺纸']],
    [[0, 0, 0, 0x60], ['缺纸']],
    [[0x08, 0x40, 0x08, 0], ['卡纸']],
    [[0x08, 0x40, 0x20, 0], ['打印机报告别的故障']],
    [[0x08, 0x40, 0x04, 0], ['打印机报告别的故障']],
    [[0x08, 0x40, 0, 0], ['打印机报告别的故障']],
    [[0x08, 0x40, 0x40, 0], ['已暂停']],
    [[0x08, 0x08, 0, 0], ['已暂停']],
    [[0x08, 0, 0, 0], ['已暂停']],
  ];
  for (const [bits, expected] of stops) {
    expect([bits, listStoppingFaults(parseStatusBits(...bits))]).toEqual([bits, expected]);
    expect(isPrinterBusy(parseStatusBits(...bits))).toBe(false);
  }
  expect(toPrinterView(parseStatusBits(0x08, 0x40, 0x40, 0), null, false).stateText).toBe(
    '已暂停、打印头过热',
  );
  // Drawer, reserved bit, paper near end.
  for (const fine of [
    parseStatusBits(0, 0, 0, 0),
    parseStatusBits(0x04, 0, 0, 0x0c),
    parseStatusBits(0x60, 0, 0, 0),
  ])
    expect([isPrinterIdle(fine), isPrinterStopped(fine)]).toEqual([true, false]);
});

const readAll = (chunks: Uint8Array[]): string[] => {
  const heard: string[] = [];
  const read = createReplyReader({
    onStatus: (byte) => heard.push(byte.toString(16)),
    onEcho: (id) => heard.push(id),
  });
  for (const chunk of chunks) read(chunk);
  return heard;
};

it('tells status bytes from IDs however the stream is cut, and passes over what it did not ask for', () => {
  // Flow control, an unrequested status of four bytes, a status within an ID, half an ID, another
  // block.
  const stream = toBytes(
    '\x12\x13\x11\x1e7"ABCD\x00\x10\x00\x00\x0f\x167"EF\x12Go\x007"HI\x00\x127\x25\x00\x12',
  );
  const expected = ['12', '1e', 'ABCD', '16', '12', 'EFGo', '12', '12'];
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length)), (points) => {
      const cuts = [0, ...points.sort((a, b) => a - b), stream.length];
      const chunks = cuts.slice(1).map((end, i) => stream.subarray(cuts[i], end));
      expect(readAll(chunks)).toEqual(expected);
    }),
  );
});

/** A link whose socket only records what is written. */
const createLink = () => {
  const written: string[] = [];
  const statuses: PrinterStatus[] = [];
  const echoes: EchoPlace[] = [];
  const wireMs: number[] = [];
  const clock = { ms: 0 };
  let extras = 0;
  const socket = Object.assign(new EventEmitter(), {
    write: (data: string | Uint8Array) =>
      written.push(typeof data === 'string' ? data : Buffer.from(data).toString('latin1')),
    cork: () => undefined,
    uncork: () => undefined,
    end: () => undefined,
    destroy: () => undefined,
  });
  const ignore = (): void => undefined;
  const link = createEscposLink(
    socket as unknown as Socket,
    {
      onStatus: (status) => statuses.push(status),
      onCounter: ignore,
      onEcho: (place, ms) => {
        echoes.push(place);
        wireMs.push(ms);
      },
      onExtra: () => (extras += 1),
      onString: ignore,
      onLost: ignore,
    },
    () => clock.ms,
  );
  const receiveText = (text: string) => socket.emit('data', toBytes(text));
  /** Returns the text written since the last call and the process IDs in it. */
  const flush = () => {
    const text = written.splice(0).join('');
    return { text, ids: [...text.matchAll(/\x1d\(H\x06\x0000([@-O`-o]{4})/g)].map(([, id]) => id) };
  };
  return {
    link,
    statuses,
    echoes,
    wireMs,
    clock,
    answer: receiveText,
    flush,
    extras: () => extras,
  };
};
const formatQueries = (...functions: number[]): string =>
  functions.map((n) => `\x10\x04${String.fromCharCode(n)}`).join('');
/**
 * First query: requests status n 2^(n-1) times. The number of answers tells which of the four
 * statuses the printer answers.
 */
const COUNTING = formatQueries(1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4);
const STATUS = formatQueries(1, 2, 3, 4);
const FINE = '\x12\x12\x12\x12';
const ALL_FINE = '\x12'.repeat(15);

it('puts no letter on a printer that may be none of its language', () => {
  const { link, flush } = createLink();
  link.queryMinimally();
  expect(flush().text).toBe(COUNTING);
});

it('sends labels between numbers of their own once the greeting’s was given back', () => {
  const { link, statuses, echoes, answer, flush } = createLink();
  link.sendGreeting(false);
  const greeting = flush();
  const [padding = '', first = ''] = greeting.ids;
  // The greeting ends with ESC @. It clears the line buffer, so a printer never prints unknown
  // commands as text.
  expect(greeting.text).toBe(
    `\x1d(H\x06\x0000${padding}${END_PARTIAL}${COUNTING}\x1d(H\x06\x0000${first}\x1b@`,
  );
  answer(ALL_FINE);
  expect(flush().text).toBe(STATUS);
  answer(FINE);
  link.query(false, toBytes('LABEL'));
  expect(flush().text).toBe(`LABEL${STATUS}`);
  // An ID of another sender, then ours.
  answer(`7"@@@@\x00${FINE}7"${first}\x00`);
  expect(echoes).toEqual(['greeting']);
  flush();
  link.query(false, toBytes('LABEL'));
  const { text, ids } = flush();
  const [before = '', behind = ''] = ids;
  expect(text).toBe(`\x1d(H\x06\x0000${before}LABEL\x1d(H\x06\x0000${behind}${STATUS}`);
  expect(new Set([first, before, behind]).size).toBe(3);
  // A late or repeated ID proves no other label.
  link.query(false, toBytes('NEXT'));
  answer(`7"${before}\x007"${behind}\x00`);
  expect(echoes).toEqual(['greeting']);
  const [, last = ''] = flush().ids;
  answer(`7"${last}\x007"${last}\x00`);
  expect(echoes).toEqual(['greeting', 'behind']);
  expect(statuses).toHaveLength(3);
});

it('tells of answers that nobody asked for: those it has may be another question’s', () => {
  const { link, answer, extras } = createLink();
  link.query(false);
  answer(ALL_FINE);
  expect(extras()).toBe(0);
  answer(FINE);
  expect(extras()).toBe(4);
});

it('measures on the greeting how long the bytes of a label take', () => {
  const { link, answer, flush, wireMs, clock } = createLink();
  link.sendGreeting(false);
  const [padding = '', greeting = ''] = flush().ids;
  clock.ms = 5;
  answer(`7"${padding}\x00`);
  clock.ms = 25;
  answer(`7"${greeting}\x00`);
  link.query(false, new Uint8Array(END_PARTIAL.length * 3));
  const [, behind = ''] = flush().ids;
  answer(`7"${behind}\x00`);
  expect(wireMs.at(-1)).toBeCloseTo(60, 0);
});

it('measures again where what stands in front of the padding was taken for dots', () => {
  const { link, answer, flush, wireMs, clock } = createLink();
  link.sendGreeting(false);
  const [, greeting = ''] = flush().ids;
  answer(`7"${greeting}\x00`);
  const [padding = '', padded = ''] = flush().ids;
  // The label is sent before the padding is answered.
  link.query(false, new Uint8Array(END_PARTIAL.length * 2));
  const [before = '', behind = ''] = flush().ids;
  for (const [ms, id] of [[5, padding] as const, [25, padded] as const, [26, before] as const]) {
    clock.ms = ms;
    answer(`7"${id}\x00`);
  }
  answer(`7"${behind}\x00`);
  expect(wireMs.at(-1)).toBeCloseTo(40, 0);
});

it('cuts off what may have come out of a label that was not sent whole, before the next one', () => {
  const { link, answer, flush } = createLink();
  link.sendGreeting(true);
  expect(flush().text).not.toContain('\x1dV');
  answer(ALL_FINE + FINE);
  flush();
  link.query(false);
  link.query(false, toBytes('LABEL'));
  link.query(false, toBytes('LABEL'));
  expect(flush().text).toBe(`${STATUS}${END_PARTIAL}\x1dVB\0LABEL${STATUS}LABEL${STATUS}`);
});

it('takes all answers for one status, and asks again when one of them was lost', () => {
  const { link, statuses, answer, flush, extras } = createLink();
  link.query(false);
  answer(ALL_FINE);
  link.query(false);
  answer('\x12\x12\x12');
  expect(statuses).toHaveLength(1);
  flush();
  link.query(false);
  expect(flush().text).toBe(STATUS);
  answer('\x1a\x16\x12\x12');
  expect(listStoppingFaults(statuses[1] ?? parseStatus([0, 0, 0, 0]))).toEqual(['盖子开着']);
  // Unrequested answers.
  answer('\x12\x12\x12\x12');
  expect(statuses).toHaveLength(2);
  // They may belong to the query that timed out: then its last answer came from another query.
  expect(extras()).toBe(4);
});

it.each([
  [[1], '\x1a', '已暂停'],
  [[4], '\x72', '缺纸'],
  [[1, 4], '\x12\x72', '缺纸'],
  [[2, 3], '\x16\x12', '盖子开着'],
  [[1, 2, 3], '\x1a\x12\x1a', '卡纸'],
])('asks a printer that answers %j for no more than that', (known, stopped, words) => {
  const { link, statuses, answer, flush } = createLink();
  link.queryMinimally();
  // Each status is answered as often as it was requested.
  answer(known.map((n) => '\x12'.repeat(2 ** (n - 1))).join(''));
  expect(statuses).toEqual([]);
  flush();
  link.query(false);
  expect(flush().text).toBe(formatQueries(...known));
  answer(stopped);
  expect(statuses.map(listStoppingFaults)).toEqual([[words]]);
});

it('understands a printer that answers the question before', () => {
  const { link, statuses, answer, flush } = createLink();
  let before = 0x12;
  /**
   * Answers each request with the answer to the one before. Status 1 reports an open drawer, which
   * is no fault.
   */
  const answerQueries = (cover: number): void => {
    const queryNumbers = [...flush().text.matchAll(/\x10\x04([\x01-\x04])/g)].map((character) =>
      character[1]?.charCodeAt(0),
    );
    for (const n of queryNumbers) {
      answer(String.fromCharCode(before));
      before = n === 1 ? 0x16 : n === 2 ? cover : 0x12;
    }
  };
  for (let n = 0; n < 4; n += 1) {
    link.query(false);
    answerQueries(0x12);
  }
  expect(statuses.map(listStoppingFaults).slice(1)).toEqual([[], [], []]);
  link.query(false);
  answerQueries(0x16);
  expect(statuses.map(listStoppingFaults).at(-1)).toEqual(['盖子开着']);
  // A printer whose cover closes during the first query does not answer one request late.
  const other = createLink();
  other.link.query(false);
  other.answer(`\x12\x16${'\x12'.repeat(13)}`);
  other.flush();
  other.link.query(false);
  expect(other.flush().text).toBe(COUNTING);
  other.answer(ALL_FINE);
  other.link.query(false);
  other.answer('\x12\x16\x12\x12');
  expect(other.statuses.map(listStoppingFaults).at(-1)).toEqual(['盖子开着']);
});

it('finds out again what is answered when twice in a row a part was missing', () => {
  const { link, statuses, answer, flush } = createLink();
  link.query(false);
  answer(ALL_FINE);
  for (const expected of [STATUS, STATUS, COUNTING]) {
    flush();
    link.query(false);
    expect(flush().text).toBe(expected);
    answer('\x12');
  }
  link.query(false);
  expect(flush().text).toBe(formatQueries(1));
  answer('\x12');
  expect(statuses).toHaveLength(2);
});

it.each([
  [7, [4], '\x12'.repeat(8)],
  [14, [1, 2, 3, 4], '\x12'.repeat(15)],
])(
  'counts again what is answered, as a part of %i bytes may be one of which an answer was lost',
  (part, known, whole) => {
    const { link, answer, flush } = createLink();
    link.queryMinimally();
    answer('\x12'.repeat(part));
    link.query(false);
    flush();
    link.query(false);
    expect(flush().text).toBe(COUNTING);
    answer(whole);
    link.query(false);
    expect(flush().text).toBe(formatQueries(...known));
  },
);

it('counts with no question behind a label: it may be answered in part', () => {
  const { link, answer, flush } = createLink();
  link.queryMinimally();
  answer('\x12'.repeat(8));
  link.query(false);
  answer('\x12');
  flush();
  link.query(false, toBytes('LABEL'));
  expect(flush().text).toBe(`LABEL${formatQueries(4)}`);
});

it('ends half a raster image of ours, whatever of it was sent', () => {
  const bitmap = { width: 576, height: 800, stride: 72, data: new Uint8Array(57_600).fill(0x55) };
  const job = Buffer.from(bitmapToEscpos(bitmap, { finishing: 'cut' }));
  const [pad = ''] = END_PARTIAL.split('\x1b@');
  expect(pad).toMatch(/^\0+$/);
  let longest = 0;
  for (let at = 2; job[at + 1] === 0x76;) {
    const size = 8 + (job[at + 4] ?? 0) * (job[at + 6] ?? 0);
    longest = Math.max(longest, size);
    at += size;
  }
  expect(longest).toBeGreaterThan(1900);
  expect(pad.length).toBeGreaterThanOrEqual(longest);
});

it('knows how long the paper of a job takes', () => {
  const bitmap = { width: 16, height: 240, stride: 2, data: new Uint8Array(480).fill(0x1d) };
  const { minimumMs, maximumMs } = getPaperTime(bitmapToEscpos(bitmap), 203);
  const mm = (240 / 203) * 25.4;
  expect(minimumMs).toBeCloseTo((mm / 600) * 1000);
  expect(maximumMs).toBeCloseTo(((mm + 20) / ((2 * 25.4) / 1.5)) * 1000);
  expect(getPaperTime(toBytes('nothing'), 203).minimumMs).toBe(0);
});

it.each([
  ['statuses', '\x12'],
  ['unasked statuses', '\x10\x00\x00\x0f'],
  ['anything', 'x'],
])('hears a bounded part of what is sent without end: %s', (_, text) => {
  const { answers, ended, isFlooded } = simulateFlood(createEscposLink, text);
  expect(answers).toBeLessThan(300);
  expect([ended, isFlooded]).toEqual([1, true]);
});

it('hears a printer that answers each question twice, and no other that sends more than that', () => {
  const countQueries = (times: number): number =>
    simulateFastQueries(createEscposLink, /\x10\x04[\x01-\x04]/g, () => '\x12', times);
  expect(countQueries(2)).toBe(180_000);
  expect(countQueries(6)).toBeLessThan(5000);
});
