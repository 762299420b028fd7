import type { DriverContext } from '../driver-context.ts';

/** Maximum single wait, because a stop does not wake the signal. */
const MAX_WAIT_MS = 500;

/** Waits for a time, or until the context stops or `isDone` returns true. */
export const waitUnlessStopping = async (
  context: DriverContext,
  ms: number,
  isDone: () => boolean = () => false,
): Promise<void> => {
  const until = performance.now() + ms;
  for (
    let remainingMs = ms;
    remainingMs > 0 && !context.isStopping() && !isDone();
    remainingMs = until - performance.now()
  )
    await context.signal.wait(Math.min(remainingMs, MAX_WAIT_MS));
};
