import { lockDetailRows, onCommit, type Tx, runMemberTransaction } from '@yunbiao/db';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Context, MemberScope } from '../../platform/context.ts';
import { applyDetailChanges } from '../label-state/details.ts';
import { selectMovableBatches } from '../label-state/movable-batches.ts';
import { recordSecurityEvent } from '../../identity/security/event.ts';
import { getClientOfMember } from './get-client.ts';
import { notifyClientChange } from './notify-pages.ts';

const REASON = '客户端已撤销';

const listOpenDetailIds = async (tx: Tx, clientId: number, memberId: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('detail')
    .select('id')
    .where('client_id', '=', clientId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'sending'),
        eb.and([
          eb('state', '=', 'queued'),
          eb('batch_id', 'not in', selectMovableBatches(tx, memberId)),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
};

/**
 * Cancels queued labels, unless another printer of the group takes them. Leased labels become
 * uncertain: the client can no longer report them.
 */
const resolveOpenDetails = async (
  ctx: Context,
  tx: Tx,
  clientId: number,
  memberId: number,
): Promise<void> => {
  const ids = await listOpenDetailIds(tx, clientId, memberId);
  const queued: number[] = [];
  const leased: number[] = [];
  for (const part of splitIntoChunks(ids)) {
    for (const row of await lockDetailRows(tx, part)) {
      if (row.state === 'queued') queued.push(row.id);
      if (row.state === 'sending') leased.push(row.id);
    }
  }
  await applyDetailChanges({
    ctx,
    tx,
    changes: [
      { ids: queued, set: { state: 'cancelled', reason: REASON, fence: null } },
      {
        ids: leased,
        set: { state: 'uncertain', reason: `${REASON}，不知道打印了没有`, fence: null },
      },
    ],
  });
};

/**
 * Revokes a client. Its key becomes invalid at once and its open labels get a final state.
 * @throws 404
 */
export const revokeClient = ({ ctx, memberId, id }: MemberScope & { id: number }): Promise<void> =>
  // A concurrent batch has seen the client as not revoked. The lock lets it commit first, so its
  // labels are included here.
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const client = await getClientOfMember(tx, { id, memberId });
    const revokedAt = ctx.now();
    // The key hash stays: it lets the server prove to the agent that the refusal is genuine.
    await tx.updateTable('client').set({ revoked_at: revokedAt }).where('id', '=', id).execute();
    await resolveOpenDetails(ctx, tx, id, memberId);
    await recordSecurityEvent({ ctx, tx, kind: 'client.revoke', subject: `client:${id}` });
    onCommit(tx, () => {
      ctx.bus.emit('client-revoked', { clientId: id });
      notifyClientChange(ctx, { ...client, revoked_at: revokedAt });
    });
  });
