import { useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { sayFailure } from '../../../kit/page/say-failure.ts';
import { useApi } from '../../../kit/site/site.tsx';
import type { QaData } from '../load-list.ts';
import type { PostRow } from '../types.ts';

type Added = {
  /** The list it goes on from. */
  after: string | null;
  posts: PostRow[];
  nextId: string | null;
};

/** What was added to the list of a step of the history, so that coming back finds it again. Browser only. */
const kept = new Map<string, Added>();
const KEPT_STEPS = 20;

const keep = (step: string, added: Added): void => {
  kept.delete(step);
  kept.set(step, added);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_STEPS && oldest !== undefined) kept.delete(oldest);
};

/** The list with what 更多 has added to it. */
export const useMore = (alias: string, data: QaData) => {
  const api = useApi();
  const step = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? '' });
  const none: Added = { after: data.nextId, posts: [], nextId: data.nextId };
  const start = (): Added => {
    const found = kept.get(step);
    return found?.after === data.nextId ? found : none;
  };
  const [held, setHeld] = useState(() => ({ data, added: start() }));
  const now = held.data === data ? held : { data, added: start() };
  if (now !== held) setHeld(now);
  const { added } = now;
  const [busy, setBusy] = useState(false);
  const round = useRef(0);
  useEffect(() => () => void round.current++, [data]);

  /** How many came; null when nothing did. */
  const more = useCallback(async (): Promise<number | null> => {
    if (added.nextId === null || busy) return null;
    const mine = round.current;
    setBusy(true);
    const reply = await api.call('askPostList', {
      alias,
      sort: data.sort,
      lastPostId: added.nextId,
      ...(data.group ? { gid: data.group.id } : {}),
    });
    setBusy(false);
    if (mine !== round.current) return null;
    if (reply.state === 'fail') {
      sayFailure(reply);
      return null;
    }
    const known = new Set([...data.posts, ...added.posts].map(({ id }) => id));
    const fresh = reply.data.list.filter(({ id }) => !known.has(id));
    const next = { ...added, posts: [...added.posts, ...fresh], nextId: reply.data.nextId };
    keep(step, next);
    setHeld({ data, added: next });
    return fresh.length;
  }, [api, alias, data, added, busy, step]);

  return { posts: [...data.posts, ...added.posts], nextId: added.nextId, busy, more };
};
