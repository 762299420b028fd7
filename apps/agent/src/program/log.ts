import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { getCode } from '../errors.ts';

/** A log of bounded size: one file that is written to, and the newest before it. */
export type Log = (line: string) => void;

export type LogLimits = {
  /** Size from which a new file is begun, bytes. */
  bytes: number;
  /** Older files kept. */
  kept: number;
};

/** Five megabytes in all. */
const LIMITS: LogLimits = { bytes: 1024 * 1024, kept: 4 };
/** A line longer than this is cut, characters. */
const LINE = 2000;

const getSize = (path: string): number => {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
};

/** `agent.log` → `agent.log.1`, which was it before → `agent.log.2`, … The oldest is overwritten. */
export const turnOver = (path: string, kept: number): void => {
  for (let at = kept; at >= 1; at -= 1) {
    const from = at === 1 ? path : `${path}.${at - 1}`;
    try {
      renameSync(from, `${path}.${at}`);
    } catch (error) {
      if (getCode(error) !== 'ENOENT') throw error;
    }
  }
};

/** One line, whatever names printers and sites have: nothing in it begins another, or steers a terminal. */
export const toLine = (text: string): string =>
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');

/** Opens a log, each line with the time. A disk that takes nothing more loses lines, and stops no printing. */
export const openLog = (path: string, { bytes, kept }: LogLimits = LIMITS): Log => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let size = getSize(path);
  return (line) => {
    const text = `${new Date().toISOString()} ${toLine(line.slice(0, LINE))}\n`;
    const length = Buffer.byteLength(text);
    try {
      if (size > 0 && size + length > bytes) {
        turnOver(path, kept);
        size = 0;
      }
      appendFileSync(path, text, { mode: 0o600 });
      size += length;
    } catch {
      // Nowhere to say so.
    }
  };
};
