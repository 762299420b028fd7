import { ZPL_LIMITS } from './limits.ts';

/**
 * `error`: something is missing from the picture. `warning`: drawn, but a printer may print it
 * differently. `note`: understood, without effect on the picture.
 */
export type ZplLevel = 'error' | 'warning' | 'note';

export type ZplNotice = {
  level: ZplLevel;
  /** Command it refers to; '' for none. */
  command: string;
  /** Chinese text for people. */
  message: string;
  /** First occurrence, counted from 1; the column in bytes. */
  line: number;
  column: number;
  /** Number of occurrences. */
  count: number;
};

/** Converts a stream position to line and column. */
export type Lines = (at: number) => { line: number; column: number };

const LF = 0x0a;
/** Stores the start of every 64th line only, because a stream may consist of line ends. */
const LINE_STRIDE = 64;

export function createLineLocator(bytes: Uint8Array): Lines {
  const starts = [0];
  let count = 0;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    count += 1;
    if (count % LINE_STRIDE === 0) starts.push(at + 1);
  }
  return (at) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    let line = low * LINE_STRIDE + 1;
    let start = starts[low] ?? 0;
    const before = bytes.subarray(0, at);
    for (let end = before.indexOf(LF, start); end >= 0; end = before.indexOf(LF, start)) {
      start = end + 1;
      line += 1;
    }
    return { line, column: at - start + 1 };
  };
}

/** Position and name of a command, e.g. `^FO`. */
export type Place = { at: number; command: string };

export type ReportNotice = (level: ZplLevel, place: Place, message: string) => void;

/** Collects notices; identical notices about the same command are merged and counted. */
export function createNoticeCollector(lines: Lines): {
  report: ReportNotice;
  listNotices: () => ZplNotice[];
} {
  const noticesByKey = new Map<string, ZplNotice>();
  let isFull = false;
  return {
    report: (level, { at, command }, message) => {
      const key = `${command} ${message}`;
      const sameNotice = noticesByKey.get(key);
      if (sameNotice !== undefined) sameNotice.count += 1;
      else if (noticesByKey.size < ZPL_LIMITS.notices)
        noticesByKey.set(key, { level, command, message, ...lines(at), count: 1 });
      else isFull = true;
    },
    listNotices: () => {
      const notices = [...noticesByKey.values()];
      if (isFull) notices.push({ ...FULL });
      return notices;
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
