import type { QuestionData } from '../load-question.ts';
import type { Post, Reply } from '../types.ts';

export type Thread = {
  post: Post;
  replies: Reply[];
  /** Number of replies before the first one in view. */
  before: number;
  nextId: string | null;
};

export const toThread = ({ post, replies }: QuestionData): Thread => ({
  post,
  replies: replies.list,
  before: replies.before,
  nextId: replies.nextId,
});

/** Merges replies, sorted by time and without duplicates. */
const mergeForumReplies = (replies: readonly Reply[], addedReplies: readonly Reply[]): Reply[] => {
  const knownIds = new Set(replies.map(({ id }) => id));
  return [...replies, ...addedReplies.filter(({ id }) => !knownIds.has(id))].sort(
    (a, b) => Number(a.id) - Number(b.id),
  );
};

/** Adds the next replies. A reply just written may be among them. */
export const appendReplies = (
  thread: Thread,
  list: readonly Reply[],
  nextId: string | null,
): Thread => ({
  ...thread,
  nextId,
  replies: mergeForumReplies(thread.replies, list),
});

/** Changes one reply wherever it is shown. */
export const updateReply = (thread: Thread, id: string, to: (reply: Reply) => Reply): Thread => ({
  ...thread,
  replies: thread.replies.map((reply) => (reply.id === id ? to(reply) : reply)),
  post:
    thread.post.accepted?.id === id
      ? { ...thread.post, accepted: to(thread.post.accepted) }
      : thread.post,
});

/** Changes the count of likes. `replyId`: null for the question itself. */
export const updateLikeCount = (
  thread: Thread,
  replyId: string | null,
  to: (count: number) => number,
): Thread =>
  replyId === null
    ? { ...thread, post: { ...thread.post, likeCount: to(thread.post.likeCount) } }
    : updateReply(thread, replyId, (reply) => ({ ...reply, likeCount: to(reply.likeCount) }));

/** Replaces the accepted reply; null for none. */
export const replaceAcceptedReply = (thread: Thread, acceptedReply: Reply | null): Thread => ({
  ...thread,
  post: {
    ...thread.post,
    solved: acceptedReply !== null,
    accepted: acceptedReply && { ...acceptedReply, accepted: true },
  },
  replies: thread.replies.map((reply) => ({ ...reply, accepted: reply.id === acceptedReply?.id })),
});

/** Removes a reply that its author deleted. */
export const removeReply = (thread: Thread, id: string): Thread => {
  const removedReply = thread.replies.find((reply) => reply.id === id);
  const remaining = thread.post.accepted?.id === id ? replaceAcceptedReply(thread, null) : thread;
  return {
    ...remaining,
    replies: remaining.replies.filter((reply) => reply.id !== id),
    post: {
      ...remaining.post,
      replyCount: remaining.post.replyCount - (removedReply?.state === 'review' ? 0 : 1),
    },
  };
};

/** Adds a reply just written, after the replies in view. */
export const addReply = (thread: Thread, reply: Reply): Thread => ({
  ...thread,
  replies: mergeForumReplies(thread.replies, [reply]),
  post: {
    ...thread.post,
    replyCount: thread.post.replyCount + (reply.state === 'review' ? 0 : 1),
  },
});
