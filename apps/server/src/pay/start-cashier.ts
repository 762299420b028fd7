import { type Context, lapseOrders, sweepPayments } from '@yunbiao/services';

const EVERY_MS = 2_000;
/** Orders that lapse are closed within this, in rounds. */
const LAPSE_ROUNDS = 15;

/**
 * Asks channels about payments whose time it is, sends back what is to go back, and closes what nobody paid in time.
 * Returns how to stop: the round under way is finished.
 */
export const startCashier = (ctx: Context, everyMs = EVERY_MS): (() => Promise<void>) => {
  let running: Promise<void> | null = null;
  let round = 0;
  const run = async (): Promise<void> => {
    try {
      if (round % LAPSE_ROUNDS === 0) await lapseOrders({ ctx });
      round += 1;
      await sweepPayments({ ctx });
    } catch (error) {
      ctx.log.warn('payments were not swept', { error });
    } finally {
      running = null;
    }
  };
  const timer = setInterval(() => {
    running ??= run();
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
};
