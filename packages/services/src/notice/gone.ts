import type { Executor } from '@yunbiao/db';

type Told = { kind: string; title: string; text: string; path: string };

const ABOUT = /\/qa\/(\d+)\.html(?:\?reply=(\d+))?/;

const idsIn = ({ kind, path }: Told): { postId: number; replyId: number } | null => {
  // What staff decided is told to whoever wrote it.
  const found = kind === 'reply' || kind === 'accepted' ? ABOUT.exec(path) : null;
  return found && { postId: Number(found[1]), replyId: Number(found[2] ?? 0) };
};

const visibleIds = async (
  executor: Executor,
  table: 'post' | 'reply',
  ids: readonly number[],
): Promise<Set<number>> => {
  if (ids.length === 0) return new Set();
  const rows = await executor
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'visible')
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** Notices as they may be read now: the words of what was deleted or hidden since are gone from them too. */
export const withoutGone = async <T extends Told>(
  executor: Executor,
  notices: readonly T[],
): Promise<T[]> => {
  const about = notices.map(idsIn);
  const known = about.filter((ids) => ids !== null);
  const posts = await visibleIds(
    executor,
    'post',
    known.map(({ postId }) => postId),
  );
  const replies = await visibleIds(
    executor,
    'reply',
    known.map(({ replyId }) => replyId),
  );
  return notices.map((notice, i) => {
    const ids = about[i];
    if (!ids) return notice;
    if (!posts.has(ids.postId)) {
      const title = notice.kind === 'accepted' ? notice.title : '一个问题有了新回复';
      return { ...notice, title, text: '这个问题已经看不到了', path: '' };
    }
    if (replies.has(ids.replyId) || ids.replyId === 0) return notice;
    // Of one's own reply the notice holds no words but the question's title.
    const text = notice.kind === 'accepted' ? notice.text : '这条回复已经看不到了';
    return { ...notice, text, path: notice.path.replace(/\?.*/, '') };
  });
};
