import type { CallParsed } from '@yunbiao/contract';
import { runTransaction } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createConflictError } from '../../platform/errors.ts';
import { type Viewer, lockTargetPostRow, type TargetInput } from './find-entries.ts';

/**
 * Reports a question or a reply to staff. Idempotent.
 * @throws 404, 409 for the member's own entry
 */
export const reportEntry = ({
  ctx,
  eyes: viewer,
  target,
  reason,
  detail,
}: {
  ctx: Context;
  eyes: Viewer & { memberId: number };
  target: TargetInput;
} & Pick<CallParsed<'askReport'>, 'reason' | 'detail'>): Promise<Record<string, never>> =>
  runTransaction(ctx.db, async (tx) => {
    const { post, reply } = await lockTargetPostRow(tx, target, viewer);
    const { id, member_id: author } = reply ?? post;
    if (author === viewer.memberId) throw createConflictError('不能举报自己写的，可以直接删除');
    await tx
      .insertInto('forum_report')
      .values({
        member_id: viewer.memberId,
        target_kind: reply ? 'reply' : 'post',
        target_id: id,
        reason,
        detail,
        state: 'open',
        created_at: ctx.now(),
      })
      .onConflict((twice) => twice.columns(['member_id', 'target_kind', 'target_id']).doNothing())
      .execute();
    return {};
  });
