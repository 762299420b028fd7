import { ZPL_LIMITS } from './limits.ts';

/**
 * `error`: something is missing from the picture. `warning`: drawn, but not sure to be what a printer prints. `note`: read
 * and understood, and of no influence on the picture.
 */
export type ZplLevel = 'error' | 'warning' | 'note';

export type ZplNotice = {
  level: ZplLevel;
  /** Of the command it is about, as it stands in the stream; '' when it is about none. */
  command: string;
  /** Chinese, for people. */
  message: string;
  /** Where the command stands the first time, counted from 1; the column in bytes. */
  line: number;
  column: number;
  /** How often the same is to be said. */
  count: number;
};

/** Turns places in the stream into lines and columns. */
export type Lines = (at: number) => { line: number; column: number };

const LF = 0x0a;
/** Of so many lines one beginning is kept: a stream may be nothing but line ends. */
const EVERY = 64;

export function listLines(bytes: Uint8Array): Lines {
  const starts = [0];
  let count = 0;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    count += 1;
    if (count % EVERY === 0) starts.push(at + 1);
  }
  return (at) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    let line = low * EVERY + 1;
    let start = starts[low] ?? 0;
    const before = bytes.subarray(0, at);
    for (let end = before.indexOf(LF, start); end >= 0; end = before.indexOf(LF, start)) {
      start = end + 1;
      line += 1;
    }
    return { line, column: at - start + 1 };
  };
}

/** Where something stands, and the command's name as people know it: `^FO`. */
export type Place = { at: number; command: string };

export type Tell = (level: ZplLevel, place: Place, message: string) => void;

/** Collects what is to be told: the same of the same command once, with how often. */
export function createNotices(lines: Lines): { tell: Tell; all: () => ZplNotice[] } {
  const known = new Map<string, ZplNotice>();
  let isFull = false;
  return {
    tell: (level, { at, command }, message) => {
      const key = `${command} ${message}`;
      const same = known.get(key);
      if (same !== undefined) same.count += 1;
      else if (known.size < ZPL_LIMITS.notices)
        known.set(key, { level, command, message, ...lines(at), count: 1 });
      else isFull = true;
    },
    all: () => {
      const told = [...known.values()];
      if (isFull) told.push({ ...FULL });
      return told;
    },
  };
}

const FULL: ZplNotice = {
  level: 'warning',
  command: '',
  message: `要说的太多，只列出前 ${ZPL_LIMITS.notices} 条`,
  line: 1,
  column: 1,
  count: 1,
};
