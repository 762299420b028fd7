import { type Context, sendDigests } from '@yunbiao/services';

const EVERY_MS = 60_000;

/**
 * Sends the daily digests of notices, if this server leads. Checks every minute which ones are due. Returns a stop
 * function that waits for the pending letter.
 */
export const startDigests = (
  ctx: Context,
  { isLeader, everyMs = EVERY_MS }: { isLeader: () => boolean; everyMs?: number },
): (() => Promise<void>) => {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const sendDueDigests = async (): Promise<void> => {
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
    if (isLeader()) running ??= sendDueDigests();
  }, everyMs);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
};
