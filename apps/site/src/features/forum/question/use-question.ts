import { useCallback, useEffect, useState } from 'react';
import { sayFailure } from '../../../shell/say-failure.ts';
import { useApi, useSession } from '../../../shell/site.tsx';
import type { QuestionData } from '../load-question.ts';
import type { Own, Post, Reply } from '../types.ts';

export type Thread = {
  post: Post;
  replies: Reply[];
  /** Replies before the first in view. */
  before: number;
  nextId: string | null;
};

const threadOf = ({ post, replies }: QuestionData): Thread => ({
  post,
  replies: replies.list,
  before: replies.before,
  nextId: replies.nextId,
});

/** What the member has to do with the question: asked for in the browser, for the page is the same for everyone. */
const useOwn = (postId: string) => {
  const api = useApi();
  const memberId = useSession(({ isLogin, userInfo }) => (isLogin && userInfo?.id) || '');
  const [own, setOwn] = useState<Own | null>(null);
  useEffect(() => {
    setOwn(null);
    if (!memberId) return;
    let isWanted = true;
    void api.call('askOwn', { postId }).then((reply) => {
      if (isWanted && reply.state === 'ok') setOwn(reply.data);
    });
    return () => void (isWanted = false);
  }, [api, postId, memberId]);
  return [own, setOwn] as const;
};

/** The page's data as it changes under the reader's acts; a new answer of the loader replaces it. */
export const useQuestion = (alias: string, data: QuestionData) => {
  const api = useApi();
  const [held, setHeld] = useState(() => ({ data, thread: threadOf(data) }));
  const now = held.data === data ? held : { data, thread: threadOf(data) };
  if (now !== held) setHeld(now);
  const { thread } = now;
  const postId = thread.post.id;
  const [own, setOwn] = useOwn(postId);
  const [busy, setBusy] = useState(false);

  const change = useCallback((to: (thread: Thread) => Thread) => {
    setHeld((was) => ({ ...was, thread: to(was.thread) }));
  }, []);
  /** How many came; null when nothing did. */
  const more = useCallback(async (): Promise<number | null> => {
    if (thread.nextId === null || busy) return null;
    setBusy(true);
    const reply = await api.call('askPostReplyList', { alias, postId, lastId: thread.nextId });
    setBusy(false);
    if (reply.state === 'fail') {
      sayFailure(reply);
      return null;
    }
    const { list, nextId } = reply.data;
    change((was) => {
      const known = new Set(was.replies.map(({ id }) => id));
      return {
        ...was,
        nextId,
        replies: [...was.replies, ...list.filter(({ id }) => !known.has(id))],
      };
    });
    return list.length;
  }, [api, alias, postId, thread.nextId, busy, change]);

  return { thread, own, setOwn, change, busy, more };
};

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
  replies: [...thread.replies, reply],
  post: {
    ...thread.post,
    replyCount: thread.post.replyCount + (reply.state === 'review' ? 0 : 1),
  },
});
