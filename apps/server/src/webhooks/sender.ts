import {
  type Context,
  recordDeliveryOutcome,
  type Outgoing,
  claimDeliveries,
} from '@yunbiao/services';
import { postWebhookMessage } from './post.ts';

/**
 * Concurrent messages in total and per member. Servers that never respond hold their slots for ten
 * seconds each, and a few dozen such members must not occupy all slots.
 */
const MAX_RUNNING = 160;
const MAX_RUNNING_PER_MEMBER = 4;
/** Polling interval for due messages, ms. New messages wake the sender directly. */
const EVERY_MS = 5_000;

/**
 * Sends webhook messages when they are stored and retries failed ones. Returns a stop function:
 * pending attempts are aborted and become due again after the next start.
 */
// oxlint-disable-next-line house/function-length -- one state machine: polls and deliveries share the running messages
export const startWebhookSender = (ctx: Context, everyMs = EVERY_MS): (() => Promise<void>) => {
  const stopping = new AbortController();
  const running = new Map<number, Promise<void>>();
  const runningByMember = new Map<number, number>();
  const allow = ctx.settings.webhookAllow ?? [];
  let polling: Promise<void> | null = null;
  let isPollRequested = false;

  const sendWebhookMessage = async (message: Outgoing): Promise<void> => {
    const { id, memberId } = message;
    runningByMember.set(memberId, (runningByMember.get(memberId) ?? 0) + 1);
    try {
      const outcome = await postWebhookMessage(message, { allow, signal: stopping.signal });
      // Aborted by the shutdown, so the result is unknown. It is sent again with the same ID.
      if (!stopping.signal.aborted) await recordDeliveryOutcome({ ctx, id, outcome });
    } catch (error) {
      ctx.log.error('a webhook message was not sent', { error, id });
    } finally {
      running.delete(id);
      const remaining = (runningByMember.get(memberId) ?? 1) - 1;
      if (remaining > 0) runningByMember.set(memberId, remaining);
      else runningByMember.delete(memberId);
      pollDueDeliveries();
    }
  };

  const startDeliveries = async (): Promise<void> => {
    const limit = MAX_RUNNING - running.size;
    if (limit <= 0 || stopping.signal.aborted) return;
    const full = [...runningByMember].flatMap(([memberId, count]) =>
      count >= MAX_RUNNING_PER_MEMBER ? [memberId] : [],
    );
    const messages = await claimDeliveries({ ctx, limit, perMember: MAX_RUNNING_PER_MEMBER, full });
    for (const message of messages) running.set(message.id, sendWebhookMessage(message));
  };

  const pollDueDeliveries = (): void => {
    if (polling) {
      isPollRequested = true;
      return;
    }
    if (stopping.signal.aborted) return;
    polling = startDeliveries()
      .catch((error: unknown) => ctx.log.warn('webhook messages were not looked for', { error }))
      .finally(() => {
        polling = null;
        if (isPollRequested) {
          isPollRequested = false;
          pollDueDeliveries();
        }
      });
  };

  const timer = setInterval(pollDueDeliveries, everyMs);
  const unsubscribe = ctx.bus.on('webhook-work', pollDueDeliveries);
  pollDueDeliveries();
  return async () => {
    clearInterval(timer);
    unsubscribe();
    stopping.abort();
    await polling;
    await Promise.all(running.values());
  };
};
