import { type Context, lapseOrders, sweepPayments } from '@yunbiao/services';

const EVERY_MS = 2_000;
/** Orders that lapse are closed within this. */
const LAPSE_EVERY_MS = 30_000;

/** Runs a round again and again, one at a time. Returns how to stop: the round under way is finished. */
const repeat = (everyMs: number, round: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= round().finally(() => {
      running = null;
    });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
};

/**
 * Asks channels about payments whose time it is, sends back what is to go back, and closes what nobody paid in time. Each
 * channel has rounds of its own: one that hangs holds up no other. Returns how to stop.
 */
export const startCashier = (ctx: Context, everyMs = EVERY_MS): (() => Promise<void>) => {
  const careful = (what: () => Promise<unknown>) => async (): Promise<void> => {
    try {
      await what();
    } catch (error) {
      ctx.log.warn('payments were not swept', { error });
    }
  };
  const stops = [
    repeat(
      LAPSE_EVERY_MS,
      careful(() => lapseOrders({ ctx })),
    ),
    ...Object.keys(ctx.channels ?? {}).map((channel) =>
      repeat(
        everyMs,
        careful(() => sweepPayments({ ctx, channel })),
      ),
    ),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
};
