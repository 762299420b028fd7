import type { CallParsed } from '@yunbiao/contract';
import { transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { type Eyes, lockTarget, type TargetInput } from './find.ts';

/** Tells staff about a question or a reply; a second time changes nothing. @throws 404, 409 for one's own */
export const askReport = ({
  ctx,
  eyes,
  target,
  reason,
  detail,
}: {
  ctx: Context;
  eyes: Eyes & { memberId: number };
  target: TargetInput;
} & Pick<CallParsed<'askReport'>, 'reason' | 'detail'>): Promise<Record<string, never>> =>
  transaction(ctx.db, async (tx) => {
    const { post, reply } = await lockTarget(tx, target, eyes);
    const { id, member_id: author } = reply ?? post;
    if (author === eyes.memberId) throw conflict('不能举报自己写的，可以直接删除');
    await tx
      .insertInto('forum_report')
      .values({
        member_id: eyes.memberId,
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
