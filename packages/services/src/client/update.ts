import type { CallOutput } from '@yunbiao/contract';
import { onCommit, transaction } from '@yunbiao/db';
import { getClientOfMember } from './get-client.ts';
import { shownClient } from './list.ts';
import { tellClientChanged } from './tell-pages.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { newerProgram } from '../program/newest.ts';

/**
 * The member wants a client to become the newest version; one that is away hears of it when it comes back.
 * @throws 404; 409 when there is nothing newer, or it cannot bring itself up to date
 */
export const updateClient = ({
  ctx,
  memberId,
  id,
}: {
  ctx: Context;
  memberId: number;
  id: number;
}): Promise<CallOutput<'clientUpdate'>> =>
  transaction(ctx.db, async (tx) => {
    const client = await getClientOfMember(tx, { id, memberId });
    if (client.target === '')
      throw conflict('这个客户端是用源码运行的，不能自己更新：在那台电脑上换成新的');
    const newer = await newerProgram(tx, client);
    if (!newer) throw conflict('这个客户端已经是最新的');
    const changed = await tx
      .updateTable('client')
      .set({ update_to: newer.version, update_state: 'asked', update_note: '' })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    onCommit(tx, () => {
      ctx.bus.emit('client-work', { clientId: id });
      tellClientChanged(ctx, { memberId, clientId: id });
    });
    return shownClient({ ctx, executor: tx, client: changed });
  });
