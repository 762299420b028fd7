import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Resident memory is what the collector has not come to yet, the more the busier the machine: that says nothing of a leak.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const MB = 1_000_000;
/** What is held is looked at so often, evenly: each look collects what is not. */
const LOOKS = 40;

export type Held = {
  /** What is still held in the second half of the work over that in the first, MB. */
  drift: number;
  /** The most that was resident, just collected, over that before, MB. */
  resident: number;
};

/** What `work`, which tells how far it is (0–1), holds on to. */
export const heldDuring = async <T>(
  work: (at: (share: number) => void) => Promise<T>,
): Promise<{ result: T } & Held> => {
  const held: { share: number; mb: number; resident: number }[] = [];
  const look = (share: number): void => {
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    held.push({ share, mb: (heapUsed + external) / MB, resident: rss / MB });
  };
  look(0);
  const before = held[0]?.resident ?? 0;
  const result = await work((share) => {
    if (share * LOOKS >= held.length) look(share);
  });
  const most = (from: number, to: number): number =>
    Math.max(0, ...held.filter((one) => one.share >= from && one.share < to).map((one) => one.mb));
  return {
    result,
    drift: most(0.5, 1.01) - most(0.05, 0.5),
    resident: Math.max(...held.map((one) => one.resident)) - before,
  };
};
