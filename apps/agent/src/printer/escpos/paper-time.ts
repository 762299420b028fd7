import { type PaperTime, paperTime } from '../status/timing.ts';

const MM_PER_INCH = 25.4;
/** Receipt printers are faster than label printers: 500 mm/s are sold. */
const FASTEST_MM_S = 600;
/** Behind a label the paper goes on to the cutter. */
const CUT_MM = 20;

const GS = 0x1d;
const HEAD_BYTES = 8;

/** Rows of the raster images of one of our jobs (`GS v 0`). */
const listRows = (job: Uint8Array): number => {
  let rows = 0;
  for (let at = 0; at + HEAD_BYTES <= job.length;) {
    if (job[at] !== GS || job[at + 1] !== 0x76) {
      at += 1;
      continue;
    }
    const [, , , , xLow = 0, xHigh = 0, yLow = 0, yHigh = 0] = job.subarray(at, at + HEAD_BYTES);
    const height = yLow + yHigh * 256;
    rows += height;
    at += HEAD_BYTES + (xLow + xHigh * 256) * height;
  }
  return rows;
};

/** Paper time of a job from the rows of its images; nobody tells these printers a speed. */
export const getPaperTime = (job: Uint8Array, dpi: number): PaperTime => {
  const mm = (listRows(job) / dpi) * MM_PER_INCH;
  return { leastMs: (mm / FASTEST_MM_S) * 1000, mostMs: paperTime(mm + CUT_MM, null).mostMs };
};
