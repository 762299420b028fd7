import { type PaperTime, estimatePaperTime } from '../status/timing.ts';

const MM_PER_INCH = 25.4;
/** Receipt printers are faster than label printers: models with 500 mm/s exist. */
const FASTEST_MM_S = 600;
/** Feed to the cutter after a label, mm. */
const CUT_MM = 20;

const GS = 0x1d;
const HEAD_BYTES = 8;

/** Counts the rows of the raster images in one of our jobs (`GS v 0`). */
const countRasterRows = (job: Uint8Array): number => {
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

/**
 * Computes the paper time of a job from the rows of its images. These printers have no speed
 * command.
 */
export const getPaperTime = (job: Uint8Array, dpi: number): PaperTime => {
  const mm = (countRasterRows(job) / dpi) * MM_PER_INCH;
  return {
    minimumMs: (mm / FASTEST_MM_S) * 1000,
    maximumMs: estimatePaperTime(mm + CUT_MM, null).maximumMs,
  };
};
