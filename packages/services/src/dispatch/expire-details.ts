import { lockDetails, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { settleDetails } from '../printing/details.ts';

const MOST = 500;

/** Ends labels that waited beyond their time. Leased ones are the agent's to end. Returns how many; call again at 500. */
export const expireDetails = ({ ctx }: { ctx: Context }): Promise<number> =>
  transaction(ctx.db, async (tx) => {
    const rows = await tx
      .selectFrom('detail')
      .select('id')
      .where('state', '=', 'queued')
      .where('expires_at', '<=', ctx.now())
      .orderBy('id')
      .limit(MOST)
      .execute();
    if (rows.length === 0) return 0;
    const locked = await lockDetails(
      tx,
      rows.map((row) => row.id),
    );
    const ids = locked.filter((detail) => detail.state === 'queued').map((detail) => detail.id);
    const set = { state: 'expired', reason: '过了有效期，没有打印' } as const;
    if (ids.length > 0) await settleDetails({ ctx, tx, changes: [{ ids, set }] });
    return rows.length;
  });
