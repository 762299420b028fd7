import type { CallOutput } from '@yunbiao/contract';
import { onCommit, runTransaction } from '@yunbiao/db';
import { getClientOfMember } from './get-client.ts';
import { presentClientWithPrinters } from './list.ts';
import { notifyClientChange } from './notify-pages.ts';
import type { MemberScope } from '../../platform/context.ts';
import { createConflictError } from '../../platform/errors.ts';
import { findNewerProgram } from '../../commerce/program/newest-programs.ts';

/**
 * Requests an update of a client to the newest version. An offline client gets the request when it
 * reconnects.
 * @throws 404; 409 if there is no newer version or the client cannot update itself
 */
export const requestClientUpdate = ({
  ctx,
  memberId,
  id,
}: MemberScope & { id: number }): Promise<CallOutput<'clientUpdate'>> =>
  runTransaction(ctx.db, async (tx) => {
    const client = await getClientOfMember(tx, { id, memberId });
    if (client.target === '')
      throw createConflictError('这个客户端是用源码运行的，不能自己更新：在那台电脑上换成新的');
    const newer = await findNewerProgram(tx, client);
    if (!newer) throw createConflictError('这个客户端已经是最新的');
    const changedClient = await tx
      .updateTable('client')
      .set({ update_to: newer.version, update_state: 'asked', update_note: '' })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    onCommit(tx, () => {
      ctx.bus.emit('client-work', { clientId: id });
      notifyClientChange(ctx, changedClient);
    });
    return presentClientWithPrinters({ ctx, executor: tx, client: changedClient });
  });
