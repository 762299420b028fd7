import type { Context } from '../context.ts';

/** Marks a client as connected or gone, and tells the member's live pages. */
export const setOnline = async ({
  ctx,
  clientId,
  memberId,
  online,
}: {
  ctx: Context;
  clientId: number;
  memberId: number;
  online: boolean;
}): Promise<void> => {
  ctx.presence.set(clientId, online);
  ctx.bus.emit('print', { memberId, event: { type: 'client', id: String(clientId), online } });
  await ctx.db.kysely
    .updateTable('client')
    .set({ last_seen_at: ctx.now() })
    .where('id', '=', clientId)
    .execute();
};
