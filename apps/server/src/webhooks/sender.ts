import { type Context, noteDelivery, type Outgoing, takeDeliveries } from '@yunbiao/services';
import { postMessage } from './post.ts';

/**
 * Messages under way at once, and of one member: servers that never answer hold their places for ten seconds each, and
 * some dozens of members with such a server must not be all there is room for.
 */
const AT_ONCE = 160;
const PER_MEMBER = 4;
/** What falls due is looked for so often; what is new wakes the sender itself. */
const EVERY_MS = 5_000;

/**
 * Sends what waits for members' systems: as soon as it is stored, and again when a try has failed. Returns how to stop:
 * tries under way are broken off and are due again after the next start.
 */
export const startSender = (ctx: Context, everyMs = EVERY_MS): (() => Promise<void>) => {
  const stopping = new AbortController();
  const underWay = new Map<number, Promise<void>>();
  const busy = new Map<number, number>();
  const allow = ctx.settings.webhookAllow ?? [];
  let looking: Promise<void> | null = null;
  let again = false;

  const send = async (message: Outgoing): Promise<void> => {
    const { id, memberId } = message;
    busy.set(memberId, (busy.get(memberId) ?? 0) + 1);
    try {
      const outcome = await postMessage(message, { allow, signal: stopping.signal });
      // Broken off by us: nobody knows what the other side made of it. It is sent again, under the same id.
      if (!stopping.signal.aborted) await noteDelivery({ ctx, id, outcome });
    } catch (error) {
      ctx.log.error('a webhook message was not sent', { error, id });
    } finally {
      underWay.delete(id);
      const left = (busy.get(memberId) ?? 1) - 1;
      if (left > 0) busy.set(memberId, left);
      else busy.delete(memberId);
      look();
    }
  };

  const take = async (): Promise<void> => {
    const limit = AT_ONCE - underWay.size;
    if (limit <= 0 || stopping.signal.aborted) return;
    const full = [...busy].flatMap(([memberId, count]) => (count >= PER_MEMBER ? [memberId] : []));
    const messages = await takeDeliveries({ ctx, limit, perMember: PER_MEMBER, full });
    for (const message of messages) underWay.set(message.id, send(message));
  };

  const look = (): void => {
    if (looking) {
      again = true;
      return;
    }
    if (stopping.signal.aborted) return;
    looking = take()
      .catch((error: unknown) => ctx.log.warn('webhook messages were not looked for', { error }))
      .finally(() => {
        looking = null;
        if (again) {
          again = false;
          look();
        }
      });
  };

  const timer = setInterval(look, everyMs);
  const stopHearing = ctx.bus.on('webhook-work', look);
  look();
  return async () => {
    clearInterval(timer);
    stopHearing();
    stopping.abort();
    await looking;
    await Promise.all(underWay.values());
  };
};
