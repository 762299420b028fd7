import type { Desk } from '../desk.ts';

/** Maximum single wait, because a stop does not wake the signal. */
const MAX_WAIT_MS = 500;

/** Waits for a time, or until the desk stops or `isDone` returns true. */
export const pauseDriver = async (
  desk: Desk,
  ms: number,
  isDone: () => boolean = () => false,
): Promise<void> => {
  const until = performance.now() + ms;
  for (
    let remainingMs = ms;
    remainingMs > 0 && !desk.isStopping() && !isDone();
    remainingMs = until - performance.now()
  )
    await desk.signal.wait(Math.min(remainingMs, MAX_WAIT_MS));
};
