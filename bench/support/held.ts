import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Resident memory includes garbage that a busy machine has not collected yet, so it does not show
// leaks.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const MB = 1_000_000;
/** Number of evenly spaced samples; each one runs the garbage collector first. */
const LOOKS = 40;

export type Held = {
  /** Memory held in the second half of the work minus the first half, MB. */
  drift: number;
  /** Peak resident memory after collection minus the value before, MB. */
  resident: number;
};

/** Memory held by `work`, which reports its progress (0–1). */
export const heldDuring = async <T>(
  work: (at: (share: number) => void) => Promise<T>,
): Promise<{ result: T } & Held> => {
  const held: { share: number; mb: number; resident: number }[] = [];
  const sampleMemory = (share: number): void => {
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    held.push({ share, mb: (heapUsed + external) / MB, resident: rss / MB });
  };
  sampleMemory(0);
  const before = held[0]?.resident ?? 0;
  const result = await work((share) => {
    if (share * LOOKS >= held.length) sampleMemory(share);
  });
  const computeMax = (from: number, to: number): number =>
    Math.max(
      0,
      ...held.filter((item) => item.share >= from && item.share < to).map((item) => item.mb),
    );
  return {
    result,
    drift: computeMax(0.5, 1.01) - computeMax(0.05, 0.5),
    resident: Math.max(...held.map((item) => item.resident)) - before,
  };
};
