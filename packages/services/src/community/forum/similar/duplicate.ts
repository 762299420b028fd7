import { createHash } from 'node:crypto';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { createConflictError } from '../../../platform/errors.ts';
import { DAY } from '../../../platform/time.ts';

const WINDOW_MS = 7 * DAY;

/** Hash for finding duplicate texts. Ignores width, case and white space. */
export const hashContent = (...texts: string[]): string =>
  createHash('sha256')
    .update(
      texts
        .map((text) => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ''))
        .join('\u0000'),
    )
    .digest('hex');

type Submission = { ctx: Context; tx: Executor; memberId: number; hash: string; ownId: number };

/** Rejects a question that the forum has already. @throws 409 with the title of that question */
export const rejectDuplicatePost = async (
  submission: Submission & { softwareId: number },
): Promise<void> => {
  const { ctx, tx, memberId, hash, ownId, softwareId } = submission;
  const row = await tx
    .selectFrom('post')
    .select(['id', 'title'])
    .where('member_id', '=', memberId)
    .where('created_at', '>', ctx.now() - WINDOW_MS)
    .where('content_hash', '=', hash)
    .where('software_id', '=', softwareId)
    .where('state', 'in', ['visible', 'review'])
    .where('id', '!=', ownId)
    .executeTakeFirst();
  if (row)
    throw createConflictError(`你在 7 天内问过一样的问题：《${row.title}》（编号 ${row.id}）`);
};

/**
 * Rejects a reply that its author has already written. @throws 409 with the title of the question
 * that has it
 */
export const rejectDuplicateReply = async (submission: Submission): Promise<void> => {
  const { ctx, tx, memberId, hash, ownId } = submission;
  const row = await tx
    .selectFrom('reply')
    .innerJoin('post', 'post.id', 'reply.post_id')
    .select(['post.id', 'post.title'])
    .where('reply.member_id', '=', memberId)
    .where('reply.created_at', '>', ctx.now() - WINDOW_MS)
    .where('reply.content_hash', '=', hash)
    .where('reply.state', 'in', ['visible', 'review'])
    .where('post.state', 'in', ['visible', 'review'])
    .where('reply.id', '!=', ownId)
    .executeTakeFirst();
  if (row)
    throw createConflictError(`你在 7 天内回复过一样的内容：《${row.title}》（编号 ${row.id}）`);
};
