import { transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { audit } from '../audit/audit.ts';
import { postChanged } from './changed.ts';
import { notifyDecision } from './notify.ts';
import { dropPictures } from './pictures.ts';
import { setState } from './staff.ts';
import { lockAny } from './staff-target.ts';

/**
 * Takes a question with all its replies away for good, or one reply; whoever wrote it is told.
 * @throws 400, 404; 409 when it is gone already
 */
export const deleteForum = ({ ctx, kind, id }: { ctx: Context; kind: string; id: string }) =>
  transaction(ctx.db, async (tx) => {
    const target = await lockAny(tx, kind, id);
    const was = target.reply ?? target.post;
    if (was.state === 'deleted') throw conflict('它已经删掉了');
    const { post, reply } = await setState(tx, target, 'deleted');
    await dropPictures(ctx, tx, { post, reply });
    await notifyDecision(ctx, tx, { post, reply }, 'deleted');
    await audit({
      ctx,
      tx,
      ...(reply
        ? { action: 'reply.delete', subject: `reply:${reply.id}` }
        : { action: 'post.delete', subject: `post:${post.id}` }),
      detail: { memberId: was.member_id, from: was.state },
    });
    await postChanged({ ctx, tx, postId: post.id });
    return { title: post.title };
  });
