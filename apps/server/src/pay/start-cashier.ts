import { type Context, expireOrders, processDuePayments } from '@yunbiao/services';

const EVERY_MS = 2_000;
/** Interval for closing expired orders, ms. */
const EXPIRE_EVERY_MS = 30_000;

/** Repeats a task without overlap. Returns a stop function that waits for the pending run. */
const repeatWithoutOverlap = (everyMs: number, run: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = null;
    });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
};

/**
 * Queries channels for due payments, sends pending refunds and closes expired orders. Each channel
 * has its own loop, so a hanging channel does not delay others. Returns a stop function.
 */
export const startPaymentSweeps = (ctx: Context, everyMs = EVERY_MS): (() => Promise<void>) => {
  const runLoggingFailure = (task: () => Promise<unknown>) => async (): Promise<void> => {
    try {
      await task();
    } catch (error) {
      ctx.log.warn('payments were not swept', { error });
    }
  };
  const stops = [
    repeatWithoutOverlap(
      EXPIRE_EVERY_MS,
      runLoggingFailure(() => expireOrders({ ctx })),
    ),
    ...Object.keys(ctx.channels ?? {}).map((channel) =>
      repeatWithoutOverlap(
        everyMs,
        runLoggingFailure(() => processDuePayments({ ctx, channel })),
      ),
    ),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
};
