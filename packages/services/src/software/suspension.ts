import { type Executor, prepared, transaction } from '@yunbiao/db';
import { getMemberByName } from '../member/find.ts';
import type { Context } from '../context.ts';
import { forbidden, notFound } from '../errors.ts';
import { audit } from '../audit/audit.ts';
import { raises } from '../cache/generation.ts';
import { getSoftware } from './find.ts';

/** Templates a member shares are not read while he is suspended. */
const sharedChanged = raises('template-shared');

type Whose = { memberId: number; softwareId: number };

const suspensions = prepared((db, { memberId, softwareId }: Whose) =>
  db
    .selectFrom('suspension')
    .select('reason')
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId),
);

/** Why the member may not use the software, or null. */
export const getSuspension = async (
  executor: Executor,
  { memberId, softwareId }: Whose,
): Promise<{ reason: string } | null> => {
  const [row] = await suspensions(executor, { memberId, softwareId });
  return row ? { reason: row.reason } : null;
};

/** @throws 403 with the reason when the member is suspended there */
export const refuseSuspended = async (executor: Executor, whose: Whose): Promise<void> => {
  const suspended = await getSuspension(executor, whose);
  if (suspended) throw forbidden('你的账号在这款软件里已暂停使用', suspended.reason);
};

/** Suspends a member for one software. @throws 404 */
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
  await transaction(ctx.db, async (tx) => {
    await tx
      .insertInto('suspension')
      .values({ member_id: memberId, software_id: softwareId, reason, created_at: ctx.now() })
      .onConflict((conflict) =>
        conflict.columns(['member_id', 'software_id']).doUpdateSet({ reason }),
      )
      .execute();
    await sharedChanged({ ctx, tx });
    await audit({
      ctx,
      tx,
      action: 'member.suspend',
      subject: `member:${memberId}`,
      detail: { softwareId, reason },
    });
  });
};

/** @throws 404 when there is no such member or software, or the member is not suspended there */
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
  await transaction(ctx.db, async (tx) => {
    const result = await tx
      .deleteFrom('suspension')
      .where('member_id', '=', memberId)
      .where('software_id', '=', softwareId)
      .executeTakeFirst();
    if (result.numDeletedRows === 0n) throw notFound(`${username} 在 ${alias} 里没有被暂停`);
    await sharedChanged({ ctx, tx });
    await audit({
      ctx,
      tx,
      action: 'member.unsuspend',
      subject: `member:${memberId}`,
      detail: { softwareId },
    });
  });
};
