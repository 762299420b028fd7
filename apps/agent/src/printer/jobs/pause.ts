import type { Desk } from '../desk.ts';

/** A stop does not wake us. */
const LONGEST_WAIT_MS = 500;

/** Waits so long, or until the desk stops. `isEnough`: something else that may happen meanwhile. */
export const pause = async (
  desk: Desk,
  ms: number,
  isEnough: () => boolean = () => false,
): Promise<void> => {
  const until = performance.now() + ms;
  for (let left = ms; left > 0 && !desk.stopping() && !isEnough(); left = until - performance.now())
    await desk.signal.wait(Math.min(left, LONGEST_WAIT_MS));
};
