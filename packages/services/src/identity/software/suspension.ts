import { type Executor, createQueryCompiledOnce, runTransaction } from '@yunbiao/db';
import { getMemberByName } from '../member/find.ts';
import type { Context } from '../../platform/context.ts';
import { createForbiddenError, createNotFoundError } from '../../platform/errors.ts';
import { recordAudit } from '../audit/audit.ts';
import { createInvalidator } from '../../platform/cache/generation.ts';
import { getSoftware } from './find.ts';

/** Pages of shared templates: a suspended member's templates are not served. */
const invalidateSharedTemplates = createInvalidator('template-shared');

type Whose = { memberId: number; softwareId: number };

const selectSuspensions = createQueryCompiledOnce((db, { memberId, softwareId }: Whose) =>
  db
    .selectFrom('suspension')
    .select('reason')
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId),
);

/** Reason why the member is suspended in the software, or null. */
export const getSuspension = async (
  executor: Executor,
  { memberId, softwareId }: Whose,
): Promise<{ reason: string } | null> => {
  const [row] = await selectSuspensions(executor, { memberId, softwareId });
  return row ? { reason: row.reason } : null;
};

/** Refuses a suspended member of the software. @throws 403 with the reason */
export const refuseSuspendedMember = async (executor: Executor, owner: Whose): Promise<void> => {
  const suspended = await getSuspension(executor, owner);
  if (suspended) throw createForbiddenError('你的账号在这款软件里已暂停使用', suspended.reason);
};

/** Suspends a member in one software. @throws 404 */
export const suspendMember = async ({
  ctx,
  username,
  alias,
  reason,
}: {
  ctx: Context;
  username: string;
  alias: string;
  reason: string;
}): Promise<void> => {
  const { id: memberId } = await getMemberByName(ctx.db.kysely, username);
  const { id: softwareId } = await getSoftware(ctx, { alias });
  await runTransaction(ctx.db, async (tx) => {
    await tx
      .insertInto('suspension')
      .values({ member_id: memberId, software_id: softwareId, reason, created_at: ctx.now() })
      .onConflict((conflict) =>
        conflict.columns(['member_id', 'software_id']).doUpdateSet({ reason }),
      )
      .execute();
    await invalidateSharedTemplates({ ctx, tx });
    await recordAudit({
      ctx,
      tx,
      action: 'member.suspend',
      subject: `member:${memberId}`,
      detail: { softwareId, reason },
    });
  });
};

/** @throws 404 when the member or software does not exist, or the member is not suspended there */
export const unsuspendMember = async ({
  ctx,
  username,
  alias,
}: {
  ctx: Context;
  username: string;
  alias: string;
}): Promise<void> => {
  const { id: memberId } = await getMemberByName(ctx.db.kysely, username);
  const { id: softwareId } = await getSoftware(ctx, { alias });
  await runTransaction(ctx.db, async (tx) => {
    const result = await tx
      .deleteFrom('suspension')
      .where('member_id', '=', memberId)
      .where('software_id', '=', softwareId)
      .executeTakeFirst();
    if (result.numDeletedRows === 0n)
      throw createNotFoundError(`${username} 在 ${alias} 里没有被暂停`);
    await invalidateSharedTemplates({ ctx, tx });
    await recordAudit({
      ctx,
      tx,
      action: 'member.unsuspend',
      subject: `member:${memberId}`,
      detail: { softwareId },
    });
  });
};
