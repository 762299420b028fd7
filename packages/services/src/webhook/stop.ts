import type { Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';

/** Ends what waits for an address, or for any of a key: it is not tried again, and says why. */
export const stopSending = async ({
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
