import type { QuestionData } from '../load-question.ts';
import type { Post, Reply } from '../types.ts';

export type Thread = {
  post: Post;
  replies: Reply[];
  /** Replies before the first in view. */
  before: number;
  nextId: string | null;
};

export const getThread = ({ post, replies }: QuestionData): Thread => ({
  post,
  replies: replies.list,
  before: replies.before,
  nextId: replies.nextId,
});

/** In the order they were written, each once. */
const inOrder = (replies: readonly Reply[], added: readonly Reply[]): Reply[] => {
  const known = new Set(replies.map(({ id }) => id));
  return [...replies, ...added.filter(({ id }) => !known.has(id))].sort(
    (one, other) => Number(one.id) - Number(other.id),
  );
};

/** With the replies that follow. A reply just written is among them, or comes after. */
export const withMore = (
  thread: Thread,
  list: readonly Reply[],
  nextId: string | null,
): Thread => ({
  ...thread,
  nextId,
  replies: inOrder(thread.replies, list),
});

/** One reply changed wherever it is shown. */
export const withReply = (thread: Thread, id: string, to: (reply: Reply) => Reply): Thread => ({
  ...thread,
  replies: thread.replies.map((reply) => (reply.id === id ? to(reply) : reply)),
  post:
    thread.post.accepted?.id === id
      ? { ...thread.post, accepted: to(thread.post.accepted) }
      : thread.post,
});

/** With another reply accepted, or none. */
export const withAccepted = (thread: Thread, accepted: Reply | null): Thread => ({
  ...thread,
  post: {
    ...thread.post,
    solved: accepted !== null,
    accepted: accepted && { ...accepted, accepted: true },
  },
  replies: thread.replies.map((reply) => ({ ...reply, accepted: reply.id === accepted?.id })),
});

/** Without a reply its author deleted. */
export const withoutReply = (thread: Thread, id: string): Thread => {
  const gone = thread.replies.find((reply) => reply.id === id);
  const rest = thread.post.accepted?.id === id ? withAccepted(thread, null) : thread;
  return {
    ...rest,
    replies: rest.replies.filter((reply) => reply.id !== id),
    post: {
      ...rest.post,
      replyCount: rest.post.replyCount - (gone?.state === 'review' ? 0 : 1),
    },
  };
};

/** With a reply just written, at the end of what is in view. */
export const withNewReply = (thread: Thread, reply: Reply): Thread => ({
  ...thread,
  replies: inOrder(thread.replies, [reply]),
  post: {
    ...thread.post,
    replyCount: thread.post.replyCount + (reply.state === 'review' ? 0 : 1),
  },
});
