import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../site/site.tsx';
import {
  type Area,
  dropDraft,
  holds,
  type StoredDraft,
  storeDraft,
  type Leave,
  createLeave,
  ownerIn,
  readDraft,
} from './drafts.ts';
import { withStored } from './form-state.ts';
import type { Form } from './use-form.ts';
import { useWriting } from './writing.ts';

/** Typing is stored when it rests this long, ms. */
const REST_MS = 500;

type Options<V> = {
  /** Of the draft, one for each thing that can be written. */
  name: string;
  /** Default `browser`. */
  area?: Area;
  /** What the form starts with is known. Nothing is put in before. */
  hasBase?: boolean;
  /** What is worth keeping; by default the fields that differ from the base. Null: nothing is. */
  pick?: (values: V) => object | null;
  /** How it is stored, where a browser without room for all of it should keep some; false when nothing is. */
  store?: (leave: Leave, name: string, values: V) => boolean;
  /** The form with what was stored, null when that is no use; by default the base with the stored fields. */
  restore?: (stored: StoredDraft, base: V) => V | null;
};

type Found = {
  /** What was stored is in the form: what is typed before would be lost. */
  ready: boolean;
  /** When what is in the form was stored, epoch ms; null when it is not. */
  at: number | null;
  /** The form began with what was stored. */
  isRestored: boolean;
  /** False: the browser did not take all of what is in the form, which leaving the page loses. */
  isKept: boolean;
};

/**
 * Stores what is typed into a form, in this browser or tab, for the member it belongs to, and brings it back. Who signs
 * in while writing takes it along; with who signs out, in whichever tab, it ends. An expired session is neither: the
 * words wait for the same member.
 */
export const useStoredDraft = <V extends object>(form: Form<V>, options: Options<V>) => {
  const { name, area = 'browser', hasBase = true } = options;
  const { now, unsaved, put, values, isTouched } = form;
  const member = useSession(ownerIn);
  const [held, setHeld] = useState(member);
  if (member && member !== held) setHeld(member);
  const owner = member || held;
  const leave = useMemo(() => createLeave(owner), [owner]);
  const latest = useRef({ leave, options });
  latest.current = { leave, options };
  const [found, setFound] = useState<Found>({
    ready: false,
    at: null,
    isRestored: false,
    isKept: true,
  });
  const before = useRef({ owner, name });
  const wasNobodys = useRef(owner === '');
  const pending = useRef(false);

  const pick = (): object | null => {
    const { isOver, values: typed } = now();
    const own = latest.current.options.pick;
    return isOver ? null : own ? own(typed) : unsaved();
  };
  useWriting(found.ready && pick() !== null);

  useEffect(() => {
    if (!hasBase) return;
    const former = before.current;
    before.current = { owner, name };
    const isOther = former.name !== name;
    // Taken along by who signs in while writing.
    if (former.owner === '' && !isOther && now().isTouched) return;
    const { base } = now();
    const { restore = (stored: StoredDraft) => withStored(base, stored.value) } =
      latest.current.options;
    const stored = readDraft(owner, name, area);
    const restored = stored && restore(stored, base);
    if (restored) put(restored);
    // Nothing of another member's stays, and nothing of another thing's.
    else if (isOther || (former.owner !== owner && former.owner !== '')) put(base);
    setFound({
      ready: true,
      at: restored ? stored.at : null,
      isRestored: restored !== null,
      isKept: true,
    });
  }, [owner, name, area, hasBase, now, put]);

  const drop = useCallback((): void => {
    pending.current = false;
    dropDraft(latest.current.leave.owner, name, area);
    if (wasNobodys.current) dropDraft('', name, area);
    setFound((was) => ({ ...was, at: null, isKept: true }));
  }, [name, area]);
  const store = useCallback((): void => {
    if (!pending.current || !now().isTouched) return;
    pending.current = false;
    const value = pick();
    const { leave: mine, options: own } = latest.current;
    const isStored =
      value && own.store
        ? own.store(mine, name, now().values)
        : storeDraft(mine, name, value, area);
    if (mine.owner && wasNobodys.current) dropDraft('', name, area);
    const isKept = isStored || value === null || !holds(mine);
    setFound((was) => ({ ...was, at: isStored && value ? Date.now() : null, isKept }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `pick` reads what is there when it is called
  }, [name, area]);
  useEffect(() => {
    if (!isTouched) return;
    pending.current = true;
    const timer = setTimeout(store, REST_MS);
    addEventListener('pagehide', store);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', store);
    };
  }, [isTouched, owner, values, store]);
  // Left within the rest: nothing typed is lost.
  useEffect(() => store, [store]);
  return {
    ...found,
    drop,
    /** Stores it at once, before something is done that must not be forgotten. */
    storeNow: useCallback(() => {
      pending.current = true;
      store();
    }, [store]),
  };
};
