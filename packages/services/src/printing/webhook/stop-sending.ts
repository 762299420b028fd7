import type { Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';

/**
 * Cancels waiting deliveries of a webhook, or all of a key. They are not retried and record the
 * reason.
 */
export const cancelWaitingDeliveries = async ({
  ctx,
  tx,
  why,
  ...whose
}: { ctx: Context; tx: Tx; why: string } & (
  | { webhookId: number }
  | { apiKeyId: number }
)): Promise<void> => {
  await tx
    .updateTable('webhook_delivery')
    .set({ state: 'failed', error: why, next_at: null, last_at: ctx.now() })
    .where('state', '=', 'waiting')
    .$call((query) =>
      'webhookId' in whose
        ? query.where('webhook_id', '=', whose.webhookId)
        : query.where('api_key_id', '=', whose.apiKeyId),
    )
    .execute();
};
