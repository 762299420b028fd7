import { useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { useApi } from '../../../kit/site/site.tsx';
import type { QaData } from '../load-list.ts';
import type { PostRow } from '../types.ts';

type Added = {
  /** Last id of the list that the added posts follow. */
  after: string | null;
  posts: PostRow[];
  nextId: string | null;
};

/** Posts added to the list, by history entry, so that going back restores them. Browser only. */
const addedByStep = new Map<string, Added>();
const MAX_STORED_STEPS = 20;

const storeAddedPosts = (step: string, addition: Added): void => {
  addedByStep.delete(step);
  addedByStep.set(step, addition);
  const [oldest] = addedByStep.keys();
  if (addedByStep.size > MAX_STORED_STEPS && oldest !== undefined) addedByStep.delete(oldest);
};

/** The list, extended by 更多. */
export const useMorePosts = (alias: string, data: QaData) => {
  const api = useApi();
  const step = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? '' });
  const initialPosts: Added = { after: data.nextId, posts: [], nextId: data.nextId };
  const restoreAddedPosts = (): Added => {
    const storedAdded = addedByStep.get(step);
    return storedAdded?.after === data.nextId ? storedAdded : initialPosts;
  };
  const [listState, setHeld] = useState(() => ({ data, added: restoreAddedPosts() }));
  const current = listState.data === data ? listState : { data, added: restoreAddedPosts() };
  if (current !== listState) setHeld(current);
  const { added } = current;
  const [busy, setBusy] = useState(false);
  const round = useRef(0);
  useEffect(() => () => void round.current++, [data]);

  /** Returns the number of posts added; null when nothing was loaded. */
  const loadMorePosts = useCallback(async (): Promise<number | null> => {
    if (added.nextId === null || busy) return null;
    const startedRound = round.current;
    setBusy(true);
    const reply = await api.call('askPostList', {
      alias,
      sort: data.sort,
      lastPostId: added.nextId,
      ...(data.group ? { gid: data.group.id } : {}),
    });
    setBusy(false);
    if (startedRound !== round.current) return null;
    if (reply.state === 'fail') {
      showFailure(reply);
      return null;
    }
    const knownIds = new Set([...data.posts, ...added.posts].map(({ id }) => id));
    const newPosts = reply.data.list.filter(({ id }) => !knownIds.has(id));
    const next = { ...added, posts: [...added.posts, ...newPosts], nextId: reply.data.nextId };
    storeAddedPosts(step, next);
    setHeld({ data, added: next });
    return newPosts.length;
  }, [api, alias, data, added, busy, step]);

  return {
    posts: [...data.posts, ...added.posts],
    nextId: added.nextId,
    busy,
    more: loadMorePosts,
  };
};
