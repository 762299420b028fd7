import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';
import { notifyClientChange } from '../client/notify-pages.ts';
import type { Context } from '../../platform/context.ts';

type Message = Extract<AgentMessage, { type: 'update' }>;

/**
 * Stores a client's progress of an update. Does nothing when a newer connection has raised the
 * fence.
 */
export const saveUpdateProgress = async ({
  ctx,
  clientId,
  fence,
  message,
}: {
  ctx: Context;
  clientId: number;
  /** Fence of the reporting connection. */
  fence: number;
  message: Message;
}): Promise<void> => {
  const { version, state, note } = message;
  const isOver = state === 'failed';
  const client = await ctx.db.kysely
    .updateTable('client')
    // A failed update is not retried automatically; the member decides.
    .set({ update_to: isOver ? '' : version, update_state: state, update_note: note })
    .where('id', '=', clientId)
    .where('fence', '=', fence)
    .returning(['id', 'member_id', 'node_id', 'revoked_at'])
    .executeTakeFirst();
  if (!client) return;
  // Lets the next update request take effect within a second.
  if (isOver) ctx.bus.emit('client-work', { clientId });
  notifyClientChange(ctx, client);
};
