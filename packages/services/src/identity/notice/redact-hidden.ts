import type { Executor } from '@yunbiao/db';

type NoticeContent = { kind: string; title: string; text: string; path: string };

const QUESTION_PATH = /\/qa\/(\d+)\.html(?:\?reply=(\d+))?/;

const parseIds = ({ kind, path }: NoticeContent): { postId: number; replyId: number } | null => {
  // Only notices about replies are redacted. The author may still read notices about moderation.
  const pathMatch = kind === 'reply' || kind === 'accepted' ? QUESTION_PATH.exec(path) : null;
  return pathMatch && { postId: Number(pathMatch[1]), replyId: Number(pathMatch[2] ?? 0) };
};

const listVisibleEntryIds = async (
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

/** Removes the text of posts and replies that were deleted or hidden after the notice was sent. */
export const redactHiddenContent = async <T extends NoticeContent>(
  executor: Executor,
  notices: readonly T[],
): Promise<T[]> => {
  const noticeIds = notices.map(parseIds);
  const knownIds = noticeIds.filter((ids) => ids !== null);
  const posts = await listVisibleEntryIds(
    executor,
    'post',
    knownIds.map(({ postId }) => postId),
  );
  const replies = await listVisibleEntryIds(
    executor,
    'reply',
    knownIds.map(({ replyId }) => replyId),
  );
  return notices.map((notice, i) => {
    const ids = noticeIds[i];
    if (!ids) return notice;
    if (!posts.has(ids.postId)) {
      const title = notice.kind === 'accepted' ? notice.title : '一个问题有了新回复';
      return { ...notice, title, text: '这个问题已经看不到了', path: '' };
    }
    if (replies.has(ids.replyId) || ids.replyId === 0) return notice;
    // A notice about one's own accepted reply contains only the title of the question.
    const text = notice.kind === 'accepted' ? notice.text : '这条回复已经看不到了';
    return { ...notice, text, path: notice.path.replace(/\?.*/, '') };
  });
};
