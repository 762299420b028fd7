import { estimatePaperTime } from '../status/timing.ts';
import type { PaperTime } from '../status/timing.ts';

/**
 * Computes the paper time of a job from its `SIZE` (mm) and `SPEED` (in/s), with which all our
 * labels start.
 */
export const getPaperTime = (job: Uint8Array): PaperTime => {
  const head = Buffer.from(job.buffer, job.byteOffset, Math.min(job.length, 300));
  const text = head.toString('latin1');
  const mm = /^SIZE [\d.]+ mm,([\d.]+) mm\r$/m.exec(text)?.[1];
  const speed = /^SPEED (\d+)\r$/m.exec(text)?.[1];
  return estimatePaperTime(Number(mm ?? 0), speed === undefined ? null : Number(speed));
};
