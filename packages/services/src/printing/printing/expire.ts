import { lockDetailRows, runTransaction } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { applyDetailChanges } from '../label-state/details.ts';

const CHUNK = 500;

const listOverdueLabelIds = async (ctx: Context): Promise<number[]> => {
  const rows = await ctx.db.kysely
    .selectFrom('detail')
    .select('id')
    .where('state', '=', 'queued')
    .where('expires_at', '<=', ctx.now())
    .orderBy('id')
    .limit(CHUNK)
    .execute();
  return rows.map((row) => row.id);
};

const expireQueuedLabels = (ctx: Context, ids: number[]): Promise<number> =>
  runTransaction(ctx.db, async (tx) => {
    const rows = await lockDetailRows(tx, ids);
    const dueRows = rows.filter((row) => row.state === 'queued' && row.expires_at <= ctx.now());
    await applyDetailChanges({
      ctx,
      tx,
      changes: [
        {
          ids: dueRows.map((row) => row.id),
          set: { state: 'expired', reason: '超过有效期没有发出' },
        },
      ],
    });
    return dueRows.length;
  });

/** Expires labels that were not handed to an agent in time. Returns the number expired. */
export const expireOverdueLabels = async ({ ctx }: { ctx: Context }): Promise<number> => {
  let expired = 0;
  for (;;) {
    const ids = await listOverdueLabelIds(ctx);
    if (ids.length === 0) return expired;
    expired += await expireQueuedLabels(ctx, ids);
    if (ids.length < CHUNK) return expired;
  }
};
