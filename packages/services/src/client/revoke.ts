import { lockDetails, lockMember, onCommit, transaction, type Tx } from '@yunbiao/db';
import { chunks } from '../chunks.ts';
import type { Context } from '../context.ts';
import { settleDetails } from '../label-state/details.ts';
import { movable } from '../label-state/movable.ts';
import { securityEvent } from '../security/event.ts';
import { getClientOfMember } from './get-client.ts';
import { tellClientChanged } from './tell-pages.ts';

const REASON = '客户端已撤销';

const openDetailIds = async (tx: Tx, clientId: number, memberId: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('detail')
    .select('id')
    .where('client_id', '=', clientId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'sending'),
        eb.and([eb('state', '=', 'queued'), eb('batch_id', 'not in', movable(tx, memberId))]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
};

/** What waits is cancelled, unless another printer of its group takes it; of what was handed over, nobody can tell any more whether it came out. */
const settleOpen = async (
  ctx: Context,
  tx: Tx,
  clientId: number,
  memberId: number,
): Promise<void> => {
  const ids = await openDetailIds(tx, clientId, memberId);
  const queued: number[] = [];
  const leased: number[] = [];
  for (const part of chunks(ids)) {
    for (const row of await lockDetails(tx, part)) {
      if (row.state === 'queued') queued.push(row.id);
      if (row.state === 'sending') leased.push(row.id);
    }
  }
  await settleDetails({
    ctx,
    tx,
    changes: [
      { ids: queued, set: { state: 'cancelled', reason: REASON, fence: null } },
      {
        ids: leased,
        set: { state: 'uncertain', reason: `${REASON}，不知道印了没有`, fence: null },
      },
    ],
  });
};

/** Revokes a client: its key is worthless at once, and its open labels are settled. @throws 404 */
export const revokeClient = ({
  ctx,
  memberId,
  id,
}: {
  ctx: Context;
  memberId: number;
  id: number;
}): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    // A batch that is being stored has seen the client unrevoked: it comes first, and its labels are settled here.
    await lockMember(tx, memberId);
    await getClientOfMember(tx, { id, memberId });
    // The hash stays: with it the server proves to the agent that it is no third party's refusal.
    await tx.updateTable('client').set({ revoked_at: ctx.now() }).where('id', '=', id).execute();
    await settleOpen(ctx, tx, id, memberId);
    await securityEvent({ ctx, tx, kind: 'client.revoke', subject: `client:${id}` });
    onCommit(tx, () => {
      ctx.bus.emit('client-revoked', { clientId: id });
      tellClientChanged(ctx, { memberId, clientId: id });
    });
  });
