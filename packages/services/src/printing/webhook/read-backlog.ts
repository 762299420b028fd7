import type { Context } from '../../platform/context.ts';
import { SECOND } from '../../platform/time.ts';

/** Messages counted: more are reported as this many, so that counting stays cheap. */
const MAX_COUNTED_DELIVERIES = 100_000;

export type WebhookBacklog = {
  /** Messages not delivered yet, also those that wait for a retry. */
  waiting: number;
  /** How late the message is that should have been sent first, seconds; 0 when none is due. */
  overdueS: number;
};

/** Webhook messages that wait, for the operator's figures. */
export const readWebhookBacklog = async ({ ctx }: { ctx: Context }): Promise<WebhookBacklog> => {
  const row = await ctx.db.kysely
    .selectFrom((eb) =>
      eb
        .selectFrom('webhook_delivery')
        .select('next_at')
        .where('state', '=', 'waiting')
        .orderBy('next_at')
        .limit(MAX_COUNTED_DELIVERIES)
        .as('some'),
    )
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .select((eb) => eb.fn.min<number | null>('next_at').as('first'))
    .executeTakeFirstOrThrow();
  const overdueMs = row.first === null ? 0 : ctx.now() - row.first;
  return { waiting: row.waiting, overdueS: Math.max(0, overdueMs) / SECOND };
};
