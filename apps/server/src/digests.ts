import { type Context, sendDigests } from '@yunbiao/services';

const EVERY_MS = 60_000;

/**
 * Sends the day's letters of notices, looking every minute whom one is due. Returns how to stop: the letter under way is
 * finished.
 */
export const startDigests = (ctx: Context, everyMs = EVERY_MS): (() => Promise<void>) => {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    try {
      const count = await sendDigests({ ctx, signal: stopping.signal });
      if (count > 0) ctx.log.info('letters of notices sent', { count });
    } catch (error) {
      ctx.log.warn('letters of notices were not sent', { error });
    } finally {
      running = null;
    }
  };
  const timer = setInterval(() => {
    running ??= run();
  }, everyMs);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
};
