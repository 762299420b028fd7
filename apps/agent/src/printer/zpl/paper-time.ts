import { estimatePaperTime } from '../status/timing.ts';
import type { PaperTime } from '../status/timing.ts';

const MM_PER_INCH = 25.4;

const parseNumberAfter = (head: string, command: string): number | null => {
  const at = head.indexOf(command);
  const digits = at === -1 ? null : /^\d+/.exec(head.slice(at + command.length));
  return digits ? Number(digits[0]) : null;
};

/**
 * Computes the paper time of a format from its `^LL` (dots) and `^PR` (in/s), with which all our
 * labels start.
 */
export const getPaperTime = (format: Uint8Array, dpi: number): PaperTime => {
  const head = Buffer.from(format.buffer, format.byteOffset, Math.min(format.length, 200));
  const text = head.toString('latin1');
  const mm = ((parseNumberAfter(text, '^LL') ?? 0) / dpi) * MM_PER_INCH;
  return estimatePaperTime(mm, parseNumberAfter(text, '^PR'));
};
