import { useCallback, useEffect, useRef, useState } from 'react';
import { ownerIn } from '../../../kit/form/drafts.ts';
import { sayFailure } from '../../../kit/page/say-failure.ts';
import { useApi, useSession } from '../../../kit/site/site.tsx';
import type { QuestionData } from '../load-question.ts';
import type { Own } from '../types.ts';
import { type Thread, getThread, withMore } from './thread.ts';

type Change = (own: Own | null) => Own | null;

/**
 * What the member has to do with the question: asked for in the browser, for the page is the same for everyone. What is
 * pressed while the answer is on its way is newer than the answer.
 */
const useOwn = (postId: string) => {
  const api = useApi();
  const memberId = useSession(ownerIn);
  const [own, setOwn] = useState<Own | null>(null);
  const pressed = useRef<Change[] | null>(null);
  useEffect(() => {
    setOwn(null);
    if (!memberId) return;
    const mine: Change[] = [];
    pressed.current = mine;
    void api.call('askOwn', { postId }).then((reply) => {
      if (pressed.current !== mine) return;
      pressed.current = null;
      if (reply.state === 'ok')
        setOwn(mine.reduce<Own | null>((now, change) => change(now), reply.data));
    });
    return () => void (pressed.current = null);
  }, [api, postId, memberId]);
  const changeOwn = useCallback((change: Change): void => {
    pressed.current?.push(change);
    setOwn(change);
  }, []);
  return [own, changeOwn] as const;
};

/** The page's data as it changes under the reader's acts; a new answer of the loader replaces it. */
export const useQuestion = (alias: string, data: QuestionData) => {
  const api = useApi();
  const [held, setHeld] = useState(() => ({ data, thread: getThread(data) }));
  const now = held.data === data ? held : { data, thread: getThread(data) };
  if (now !== held) setHeld(now);
  const { thread } = now;
  const postId = thread.post.id;
  const [own, setOwn] = useOwn(postId);
  const [busy, setBusy] = useState(false);
  const round = useRef(0);
  useEffect(
    () => () => {
      round.current++;
      setBusy(false);
    },
    [data],
  );

  const change = useCallback((to: (thread: Thread) => Thread) => {
    setHeld((was) => ({ ...was, thread: to(was.thread) }));
  }, []);
  /** The ids of those that came; null when nothing did. */
  const more = useCallback(async (): Promise<string[] | null> => {
    if (thread.nextId === null || busy) return null;
    const mine = round.current;
    setBusy(true);
    const reply = await api.call('askPostReplyList', { alias, postId, lastId: thread.nextId });
    // The list is another now: these do not follow on it.
    if (mine !== round.current) return null;
    setBusy(false);
    if (reply.state === 'fail') {
      sayFailure(reply);
      return null;
    }
    const { list, nextId } = reply.data;
    const known = new Set(thread.replies.map(({ id }) => id));
    change((was) => withMore(was, list, nextId));
    return list.map(({ id }) => id).filter((id) => !known.has(id));
  }, [api, alias, postId, thread, busy, change]);

  return { thread, own, setOwn, change, busy, more };
};
