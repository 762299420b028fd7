import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { renderPost } from '../markdown/markdown.ts';
import { askSimilar } from './similar.ts';
import type { SoftwareRow } from '../software/find.ts';
import { isoOrNull } from '../time.ts';
import { getPost, noPost } from './find.ts';
import { postRows, replyRows } from './present.ts';

/** One question with its answer and others like it. @throws 404, also for one that only its author may see */
export const askPostDetails = async ({
  ctx,
  software,
  memberId,
  id,
}: {
  ctx: Context;
  software: SoftwareRow;
  memberId: number | null;
  id: number;
}): Promise<CallOutput<'askPostDetails'>> => {
  const { kysely } = ctx.db;
  const post = await getPost(kysely, id, { softwareId: software.id, memberId });
  const [row] = await postRows(kysely, [id]);
  if (!row) throw noPost();
  const accepted = post.accepted_reply_id;
  const [answer] = accepted === null ? [] : await replyRows(kysely, post, [accepted]);
  const similar = await askSimilar({ ctx, softwareId: software.id, title: post.title });
  return {
    ...row,
    state: post.state === 'review' ? 'review' : 'visible',
    html: renderPost(post.content),
    editedAt: isoOrNull(post.edited_at),
    accepted: answer ?? null,
    similar: similar.filter((other) => other.id !== row.id),
  };
};
