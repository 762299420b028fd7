import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { getErrorCode } from '../errors.ts';

/** Writes a line to a log of bounded size: the current file and some older ones. */
export type Log = (line: string) => void;

export type LogLimits = {
  /** File size above which the log rotates, bytes. */
  bytes: number;
  /** Number of older files to keep. */
  keptFiles: number;
};

/** Limits of the log files: five megabytes in total. */
const DEFAULT_LIMITS: LogLimits = { bytes: 1024 * 1024, keptFiles: 4 };
/** Maximum line length, characters. */
const MAX_LINE_LENGTH = 2000;

const getFileSizeOrZero = (path: string): number => {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
};

/** Rotates `agent.log` → `agent.log.1` → `agent.log.2`, … and overwrites the oldest. */
export const rotateLogFiles = (path: string, keptFiles: number): void => {
  for (let at = keptFiles; at >= 1; at -= 1) {
    const from = at === 1 ? path : `${path}.${at - 1}`;
    try {
      renameSync(from, `${path}.${at}`);
    } catch (error) {
      if (getErrorCode(error) !== 'ENOENT') throw error;
    }
  }
};

/**
 * Replaces control characters, so that names of printers and sites cannot start another line or
 * control a terminal.
 */
export const toSingleLine = (text: string): string =>
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');

/** Opens a log with timestamps. Write errors lose lines but never stop printing. */
export const openLog = (path: string, { bytes, keptFiles }: LogLimits = DEFAULT_LIMITS): Log => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let size = getFileSizeOrZero(path);
  return (line) => {
    const text = `${new Date().toISOString()} ${toSingleLine(line.slice(0, MAX_LINE_LENGTH))}\n`;
    const length = Buffer.byteLength(text);
    try {
      if (size > 0 && size + length > bytes) {
        rotateLogFiles(path, keptFiles);
        size = 0;
      }
      appendFileSync(path, text, { mode: 0o600 });
      size += length;
    } catch {
      // The error cannot be logged either.
    }
  };
};
