import { useCallback, useEffect, useRef, useState } from 'react';
import { getDraftOwner } from '../../../kit/form/drafts.ts';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { useApi, useSession } from '../../../kit/site/site.tsx';
import type { QuestionData } from '../load-question.ts';
import type { MemberState } from '../types.ts';
import { type Thread, toThread, appendReplies } from './thread.ts';

type Change = (memberState: MemberState | null) => MemberState | null;

/**
 * Member-specific state of the question. It is requested in the browser, because the page is the
 * same for all visitors. Changes made while the request is pending are applied on top of the
 * answer.
 */
const useMemberState = (postId: string) => {
  const api = useApi();
  const memberId = useSession(getDraftOwner);
  const [memberState, setOwn] = useState<MemberState | null>(null);
  const pendingChanges = useRef<Change[] | null>(null);
  useEffect(() => {
    setOwn(null);
    if (!memberId) return;
    const changes: Change[] = [];
    pendingChanges.current = changes;
    void api.call('askOwn', { postId }).then((reply) => {
      if (pendingChanges.current !== changes) return;
      pendingChanges.current = null;
      if (reply.state === 'ok')
        setOwn(changes.reduce<MemberState | null>((now, change) => change(now), reply.data));
    });
    return () => void (pendingChanges.current = null);
  }, [api, postId, memberId]);
  const changeMemberState = useCallback((change: Change): void => {
    pendingChanges.current?.push(change);
    setOwn(change);
  }, []);
  return [memberState, changeMemberState] as const;
};

/** Data of the page with the reader's changes. New loader data replaces it. */
export const useQuestion = (alias: string, data: QuestionData) => {
  const api = useApi();
  const [threadState, setHeld] = useState(() => ({ data, thread: toThread(data) }));
  const current = threadState.data === data ? threadState : { data, thread: toThread(data) };
  if (current !== threadState) setHeld(current);
  const { thread } = current;
  const postId = thread.post.id;
  const [memberState, setOwn] = useMemberState(postId);
  const [busy, setBusy] = useState(false);
  const round = useRef(0);
  useEffect(
    () => () => {
      round.current++;
      setBusy(false);
    },
    [data],
  );

  const updateThread = useCallback((to: (thread: Thread) => Thread) => {
    setHeld((current) => ({ ...current, thread: to(current.thread) }));
  }, []);
  /** Returns the ids of the added replies; null when nothing was loaded. */
  const loadMoreReplies = useCallback(async (): Promise<string[] | null> => {
    if (thread.nextId === null || busy) return null;
    const ownRound = round.current;
    setBusy(true);
    const reply = await api.call('askPostReplyList', { alias, postId, lastId: thread.nextId });
    // The list was replaced: these replies do not continue it.
    if (ownRound !== round.current) return null;
    setBusy(false);
    if (reply.state === 'fail') {
      showFailure(reply);
      return null;
    }
    const { list, nextId } = reply.data;
    const knownIds = new Set(thread.replies.map(({ id }) => id));
    updateThread((thread) => appendReplies(thread, list, nextId));
    return list.map(({ id }) => id).filter((id) => !knownIds.has(id));
  }, [api, alias, postId, thread, busy, updateThread]);

  return { thread, own: memberState, setOwn, change: updateThread, busy, more: loadMoreReplies };
};

export type Question = ReturnType<typeof useQuestion>;
