import { describe, expect, it, test } from 'vitest';
import type { Snapshot } from '../works/history.ts';
import {
  buildAutoStatus,
  buildOfflineResponse,
  getPrinterId,
  processResponse,
  buildRealTimeStatus,
  buildQueuedStatus,
  type StatusRules,
  getWatchedBits,
} from './status.ts';

const RULES: StatusRules = {
  statuses: [1, 2, 3, 4],
  cover: 'as cover',
  offline: 'shown',
  nearEnd: false,
  drawerHigh: false,
  kanji: true,
  cutter: true,
};

const WELL: Snapshot = {
  paperOut: false,
  paused: false,
  lengthDots: 240,
  formats: 0,
  bufferFull: false,
  partial: false,
  headUp: false,
  ribbonOut: false,
  remaining: 0,
  labelWaiting: false,
};

const toHex = (text: string | null): string | null =>
  text === null ? null : Buffer.from(text, 'latin1').toString('hex');
const askRealTime = (n: number, of: Partial<Snapshot>, rules: Partial<StatusRules> = {}) =>
  toHex(buildRealTimeStatus(n, { ...WELL, ...of }, { ...RULES, ...rules }));

describe('DLE EOT', () => {
  test.each([
    [1, {}, '12'],
    [2, {}, '12'],
    [3, {}, '12'],
    [4, {}, '12'],
    [1, { headUp: true }, '1a'],
    [2, { headUp: true }, '16'],
    [1, { paperOut: true }, '1a'],
    [2, { paperOut: true }, '32'],
    [4, { paperOut: true }, '7e'],
    [1, { paused: true }, '3a'],
    [2, { paused: true }, '52'],
    [3, { paused: true }, '16'],
    [2, { ribbonOut: true }, '52'],
    [3, { ribbonOut: true }, '1a'],
    [2, { headUp: true, remaining: 1 }, '56'],
    [3, { headUp: true, remaining: 1 }, '52'],
  ] as const)('%i with %j is %sH', (n, of, byte) => {
    expect(askRealTime(n, of)).toBe(byte);
  });

  it('has bits 1 and 4 on, 0 and 7 off, whatever is wrong', () => {
    for (let bits = 0; bits < 16; bits++)
      for (const n of [1, 2, 3, 4]) {
        const of = {
          headUp: (bits & 1) > 0,
          paperOut: (bits & 2) > 0,
          ribbonOut: (bits & 4) > 0,
          paused: (bits & 8) > 0,
        };
        expect(Number.parseInt(askRealTime(n, of) ?? '', 16) & 0x93).toBe(0x12);
      }
  });

  it('shows a drawer, and a roll near its end', () => {
    expect(askRealTime(1, {}, { drawerHigh: true })).toBe('16');
    expect(askRealTime(4, {}, { nearEnd: true })).toBe('1e');
  });

  it('is not answered for what the printer does not know', () => {
    expect(askRealTime(2, {}, { statuses: [1, 4] })).toBeNull();
  });

  it('hides a cover, or shows it as missing paper, or is never offline', () => {
    expect([1, 2, 4].map((n) => askRealTime(n, { headUp: true }, { cover: 'not at all' }))).toEqual(
      ['12', '12', '12'],
    );
    expect([2, 4].map((n) => askRealTime(n, { headUp: true }, { cover: 'as paper out' }))).toEqual([
      '32',
      '7e',
    ]);
    expect([1, 2].map((n) => askRealTime(n, { headUp: true }, { offline: 'never' }))).toEqual([
      '12',
      '16',
    ]);
  });
});

test('GS r: paper in bits 0 to 3, the drawer in bit 0', () => {
  const askInTurn = (n: number, state: Partial<Snapshot>, rules: Partial<StatusRules> = {}) =>
    toHex(buildQueuedStatus(n, { ...WELL, ...state }, { ...RULES, ...rules }));
  expect([
    askInTurn(1, {}),
    askInTurn(49, { paperOut: true }),
    askInTurn(1, {}, { nearEnd: true }),
  ]).toEqual(['00', '0f', '03']);
  expect([askInTurn(2, {}), askInTurn(50, {}, { drawerHigh: true }), askInTurn(3, {})]).toEqual([
    '00',
    '01',
    null,
  ]);
});

describe('automatic status back', () => {
  const buildBackStatus = (of: Partial<Snapshot>, rules: Partial<StatusRules> = {}) =>
    Buffer.from(buildAutoStatus({ ...WELL, ...of }, { ...RULES, ...rules })).toString('hex');

  it('is four bytes', () => {
    expect(buildBackStatus({})).toBe('10000000');
    expect(buildBackStatus({ headUp: true })).toBe('38000000');
    expect(buildBackStatus({ paperOut: true })).toBe('18000f00');
    expect(buildBackStatus({ ribbonOut: true })).toBe('18080000');
    expect(buildBackStatus({ paused: true })).toBe('18040000');
    expect(buildBackStatus({}, { drawerHigh: true, nearEnd: true })).toBe('14000300');
  });

  it('can be told from other answers by its first byte: 0xx1xx00', () => {
    const [first, ...others] = buildAutoStatus({ ...WELL, headUp: true, paperOut: true }, RULES);
    expect(first & 0x93).toBe(0x10);
    for (const byte of others) expect(byte & 0x90).toBe(0);
  });

  it('watches the bits of n', () => {
    expect(getWatchedBits(0)).toEqual([0, 0, 0, 0]);
    expect(getWatchedBits(1)).toEqual([0x04, 0, 0, 0]);
    expect(getWatchedBits(2)).toEqual([0x28, 0, 0, 0]);
    expect(getWatchedBits(4)).toEqual([0, 0x6c, 0, 0]);
    expect(getWatchedBits(8)).toEqual([0, 0, 0x0f, 0]);
  });
});

test('GS I: a byte, or a name after 5FH', () => {
  expect(toHex(getPrinterId(1, RULES))).toBe('20');
  expect([2, 50].map((n) => toHex(getPrinterId(n, RULES)))).toEqual(['03', '03']);
  expect(toHex(getPrinterId(2, { ...RULES, kanji: false, cutter: false }))).toBe('00');
  expect(getPrinterId(66, RULES)).toBe('_EPSON\0');
  expect(getPrinterId(99, RULES)).toBeNull();
});

test('responses stand between 37H and NUL', () => {
  expect(processResponse([...Buffer.from('0001')])).toBe('7"0001\0');
  expect(buildOfflineResponse({ ...WELL, headUp: true }, false)).toBe('7#\0');
  expect(buildOfflineResponse({ ...WELL, headUp: true, paperOut: true }, true)).toBe('7#C\0');
});
