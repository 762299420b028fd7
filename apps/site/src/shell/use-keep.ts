import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { dropDraft, keepDraft, leaveOf, ownerIn } from './drafts.ts';
import { useSession } from './site.tsx';

/** Typing is kept when it rests this long, ms. */
const REST_MS = 500;

type Keep = {
  /** Of the draft, one for each thing that can be written. */
  name: string;
  /** What is kept, the same object until it changes; null when there is nothing to keep. */
  value: object | null;
  /** Something was typed here: only then is anything written, so that another tab's work stays as it is. */
  isDirty: boolean;
  /** Told when it was kept, epoch ms, or that nothing is. */
  onKept?: (at: number | null) => void;
};

/**
 * Keeps what is typed in this browser, for the member it belongs to. Who signs in while writing takes it along; with
 * who signs out, in whichever tab, it ends. An expired session is neither: the words wait for the same member.
 */
export const useKeep = ({ name, value, isDirty, onKept }: Keep) => {
  const member = useSession(ownerIn);
  const [held, setHeld] = useState(member);
  if (member && member !== held) setHeld(member);
  const owner = member || held;
  const leave = useMemo(() => leaveOf(owner), [owner]);
  const latest = useRef({ leave, value, onKept });
  latest.current = { leave, value, onKept };
  const wasNobodys = useRef(owner === '');
  const pending = useRef(false);

  const drop = useCallback((): void => {
    pending.current = false;
    dropDraft(latest.current.leave.owner, name);
    if (wasNobodys.current) dropDraft('', name);
  }, [name]);
  const keep = useCallback((): void => {
    const now = latest.current;
    if (!pending.current) return;
    pending.current = false;
    const isKept = keepDraft(now.leave, name, now.value);
    if (now.leave.owner && wasNobodys.current) dropDraft('', name);
    now.onKept?.(isKept && now.value ? Date.now() : null);
  }, [name]);
  useEffect(() => {
    if (!isDirty) return;
    pending.current = true;
    const timer = setTimeout(keep, REST_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [isDirty, owner, value, keep]);
  // Left within the rest: nothing typed is lost.
  useEffect(() => keep, [keep]);
  return { owner, drop };
};
