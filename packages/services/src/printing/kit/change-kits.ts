import { runMemberTransaction, type Tx } from '@yunbiao/db';
import type { MemberScope } from '../../platform/context.ts';
import { createConflictError, createNotFoundError } from '../../platform/errors.ts';

/** @throws 409 when another kit of the member has the name */
export const requireFreeKitName = async (
  tx: Tx,
  { memberId, name, id = 0 }: { memberId: number; name: string; id?: number },
): Promise<void> => {
  const other = await tx
    .selectFrom('kit')
    .select('id')
    .where('member_id', '=', memberId)
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other) throw createConflictError(`已经有叫“${name}”的套件了`);
};

export const createKitNotFoundError = () => createNotFoundError('没有这个套件，可能已经删除');

/** @throws 404; 409 when another kit has the name */
export const renameKit = ({
  ctx,
  memberId,
  id,
  name,
}: MemberScope & { id: string; name: string }): Promise<void> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    await requireFreeKitName(tx, { memberId, name, id: Number(id) });
    const { numUpdatedRows } = await tx
      .updateTable('kit')
      .set({ name })
      .where('member_id', '=', memberId)
      .where('id', '=', Number(id))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw createKitNotFoundError();
  });

/** @throws 404 */
export const deleteKit = ({ ctx, memberId, id }: MemberScope & { id: string }): Promise<void> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('kit')
      .where('member_id', '=', memberId)
      .where('id', '=', Number(id))
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw createKitNotFoundError();
  });
