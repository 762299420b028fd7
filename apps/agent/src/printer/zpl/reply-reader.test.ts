import fc from 'fast-check';
import { expect, it } from 'vitest';
import { simulateFastQueries, simulateFlood } from '../flow-testing.ts';
import { createZplLink } from './link.ts';
import { isPrinterStopped, toPrinterView } from '../view.ts';
import { isPrinterIdle } from '../status/status.ts';
import { parseHostStatus } from './host-status.ts';
import { createReplyReader } from './reply-reader.ts';
import type { Reply } from './reply-reader.ts';

const READY = ['030,0,0,1245,000,0,0,0,000,0,0,0', '000,0,0,0,0,2,4,0,00000000,1,000', '1234,0'];
const frameLines = (lines: string[]): string =>
  lines.map((line) => `\u0002${line}\u0003\r\n`).join('');

const readAll = (chunks: Uint8Array[]): Reply[] => {
  const replies: Reply[] = [];
  const read = createReplyReader((reply) => replies.push(reply));
  for (const chunk of chunks) read(chunk);
  return replies;
};

it('reads a ready printer as idle', () => {
  const status = parseHostStatus(READY);
  expect(status && isPrinterIdle(status)).toBe(true);
  expect(status && toPrinterView(status, 12, false)).toEqual({
    state: 'idle',
    stateReasons: [],
    stateText: '',
    counter: 12,
  });
});

it.each([
  ['paper', ['030,1,0,1245,000,0,0,0,000,0,0,0', READY[1], READY[2]], 'media-empty', '缺纸'],
  ['pause', ['030,0,1,1245,000,0,0,0,000,0,0,0', READY[1], READY[2]], 'paused', '已暂停'],
  ['head', [READY[0], '000,0,1,0,0,2,4,0,00000000,1,000', READY[2]], 'cover-open', '盖子开着'],
  [
    'ribbon',
    [READY[0], '000,0,0,1,0,2,4,0,00000000,1,000', READY[2]],
    'marker-supply-empty',
    '缺碳带',
  ],
])('says that a printer is stopped: %s', (_name, lines, reason, text) => {
  const status = parseHostStatus(lines.map(String));
  expect(status && isPrinterStopped(status)).toBe(true);
  expect(status && isPrinterIdle(status)).toBe(false);
  expect(status && toPrinterView(status, null, true)).toMatchObject({
    state: 'stopped',
    stateReasons: [reason],
    stateText: text,
  });
});

it.each([
  ['a format waits in the buffer', ['030,0,0,1245,001,0,0,0,000,0,0,0', READY[1], READY[2]]],
  ['a format is partly received', ['030,0,0,1245,000,0,0,1,000,0,0,0', READY[1], READY[2]]],
  ['labels remain', [READY[0], '000,0,0,0,0,2,4,0,00000003,1,000', READY[2]]],
  ['a label hangs in the opening', [READY[0], '000,0,0,0,0,2,4,1,00000000,1,000', READY[2]]],
])('is not idle while %s', (_name, lines) => {
  const status = parseHostStatus(lines.map(String));
  expect(status && isPrinterIdle(status)).toBe(false);
});

it('refuses what is no host status', () => {
  expect(parseHostStatus(['1,2', '3', '4'])).toBeNull();
  expect(parseHostStatus(READY.slice(0, 2))).toBeNull();
});

it('reads answers however the stream is cut, with noise between them', () => {
  const bytes = Buffer.from(
    `noise\r\n${frameLines(READY)}"1234"\r\n${frameLines(READY)}"?"\r\n`,
    'latin1',
  );
  const whole = readAll([bytes]);
  expect(whole.map((reply) => (reply.kind === 'value' ? reply.value : reply.kind))).toEqual([
    'status',
    '1234',
    'status',
    '?',
  ]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: bytes.length })), (points) => {
      const cuts = [0, ...points.sort((a, b) => a - b), bytes.length];
      const chunks = cuts.slice(1).map((end, i) => bytes.subarray(cuts[i], end));
      expect(readAll(chunks)).toEqual(whole);
    }),
  );
});

it('is not led astray by a quote in an alert', () => {
  const alert = '"MEDIA OUT\r\n';
  const replies = readAll([
    Buffer.from(`${alert}${frameLines(READY)}"17"\r\n"${frameLines(READY)}`, 'latin1'),
  ]);
  expect(replies.map((reply) => (reply.kind === 'value' ? reply.value : reply.kind))).toEqual([
    'status',
    '17',
    'status',
  ]);
});

it.each([1, 2])(
  'takes no status from an answer of %i strings, and tells that it ended',
  (strings) => {
    const heard: string[] = [];
    const read = createReplyReader(
      (reply) => heard.push(reply.kind),
      (isPart) => heard.push(isPart ? 'part' : 'string'),
      () => heard.push('truncated'),
    );
    read(
      Buffer.from(
        frameLines(READY.slice(0, strings)) + frameLines(READY) + frameLines(READY),
        'latin1',
      ),
    );
    const kinds = heard.filter((kind) => kind !== 'part');
    expect(kinds).toEqual(['truncated', 'string', 'status', 'string', 'status']);
    expect(heard[0]).toBe('part');
  },
);

it('begins in the middle of an answer', () => {
  const [, second = '', third = ''] = READY;
  const replies = readAll([Buffer.from(frameLines([second, third]) + frameLines(READY), 'latin1')]);
  expect(replies).toHaveLength(1);
});

it.each([
  [
    'statuses',
    '\x02030,0,0,0320,000,0,0,0,000,0,0,0\x03\r\n\x02001,0,0,0,1,2,6,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n',
  ],
  ['values', '"1"\r\n'],
  ['anything', 'x'],
])('hears a bounded part of what is sent without end: %s', (_, text) => {
  const { answers, ended, isFlooded } = simulateFlood(createZplLink, text);
  expect(answers).toBeLessThan(300);
  expect([ended, isFlooded]).toEqual([1, true]);
});

it('hears a printer that answers each question twice, and no other that sends more than that', () => {
  const answerTo = (question: string): string =>
    question === '~HS' ? frameLines(READY) : '"1234567"\r\n';
  const countQueries = (times: number): number =>
    simulateFastQueries(createZplLink, /~HS|getvar/g, answerTo, times);
  expect(countQueries(2)).toBe(180_000);
  expect(countQueries(6)).toBeLessThan(5000);
});
