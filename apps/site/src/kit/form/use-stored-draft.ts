import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../site/site.tsx';
import {
  type DraftScope,
  removeDraft,
  isPermissionValid,
  type StoredDraft,
  storeDraft,
  type DraftPermission,
  createDraftPermission,
  getDraftOwner,
  readDraft,
} from './drafts.ts';
import { mergeStoredValues } from './form-state.ts';
import type { Form } from './use-form.ts';
import { useMarkUnsentInput } from './unsent-input.ts';

/** Debounce delay before input is stored, ms. */
const DEBOUNCE_MS = 500;

type Options<V> = {
  /** Name of the draft, unique for each document. */
  name: string;
  /** Default `browser`. */
  area?: DraftScope;
  /** True when the initial values are known. The draft is restored only after that. */
  hasBase?: boolean;
  /**
   * Selects the values to store. Default: the fields that differ from the base. Null stores
   * nothing.
   */
  pick?: (values: V) => object | null;
  /**
   * Custom storing, for example to store a part when the browser has too little space. Returns
   * false when nothing was stored.
   */
  store?: (leave: DraftPermission, name: string, values: V) => boolean;
  /**
   * Restores the form from a draft; null ignores the draft. Default: the base with the stored
   * fields.
   */
  restore?: (draft: StoredDraft, base: V) => V | null;
};

type DraftState = {
  /** True when the draft has been restored. Input before that would be overwritten. */
  ready: boolean;
  /** Time the current values were stored, epoch ms; null when they are not stored. */
  at: number | null;
  /** True when the form started with a stored draft. */
  isRestored: boolean;
  /** False when the browser did not store all values, so that leaving the page loses them. */
  isKept: boolean;
};

const NOT_READY: DraftState = { ready: false, at: null, isRestored: false, isKept: true };

type SetDraft = (update: (state: DraftState) => DraftState) => void;

/** Where a draft is stored. */
type DraftPlace = { owner: string; name: string; area: DraftScope };

/** Permission and options of the last render, read when input is stored or restored. */
type Latest<V> = RefObject<{ permission: DraftPermission; options: Options<V> }>;

/** Returns the member; after sign-out, the one who was signed in before. */
const useDraftOwner = (): string => {
  const member = useSession(getDraftOwner);
  const [heldOwner, setHeld] = useState(member);
  if (member && member !== heldOwner) setHeld(member);
  return member || heldOwner;
};

/** Selects the values to store; null when there is nothing to store. */
const getValuesToStore = <V extends object>(
  { getState, getUnsaved }: Pick<Form<V>, 'getState' | 'getUnsaved'>,
  { pick }: Options<V>,
): object | null => {
  const { isFinished, values } = getState();
  return isFinished ? null : pick ? pick(values) : getUnsaved();
};

/** Restores the draft at the place, once the base is known and again at another place. */
const useDraftRestore = <V extends object>(
  { getState, replaceValues }: Form<V>,
  { owner, name, area }: DraftPlace,
  { hasBase, latest, setDraft }: { hasBase: boolean; latest: Latest<V>; setDraft: SetDraft },
): void => {
  const draftBefore = useRef({ owner, name });
  useEffect(() => {
    if (!hasBase) return;
    const former = draftBefore.current;
    draftBefore.current = { owner, name };
    const isOther = former.name !== name;
    // The user signed in while typing and keeps the input.
    if (former.owner === '' && !isOther && getState().isTouched) return;
    const { base } = getState();
    const { restore = (draft: StoredDraft) => mergeStoredValues(base, draft.value) } =
      latest.current.options;
    const storedDraft = readDraft(owner, name, area);
    const restored = storedDraft && restore(storedDraft, base);
    if (restored) replaceValues(restored);
    // Remove input of another member or another document.
    else if (isOther || (former.owner !== owner && former.owner !== '')) replaceValues(base);
    const at = restored ? storedDraft.at : null;
    setDraft(() => ({ ready: true, at, isRestored: restored !== null, isKept: true }));
  }, [owner, name, area, hasBase, latest, getState, replaceValues, setDraft]);
};

/** Stores the input at the place: after each pause in typing, when the page is left, on request. */
const useDraftAutosave = <V extends object>(
  { getState, getUnsaved, values, isTouched }: Form<V>,
  { owner, name, area }: DraftPlace,
  { latest, setDraft }: { latest: Latest<V>; setDraft: SetDraft },
) => {
  const wasAnonymous = useRef(owner === '');
  const pending = useRef(false);

  const drop = useCallback((): void => {
    pending.current = false;
    removeDraft(latest.current.permission.owner, name, area);
    if (wasAnonymous.current) removeDraft('', name, area);
    setDraft((state) => ({ ...state, at: null, isKept: true }));
  }, [name, area, latest, setDraft]);
  const storePendingDraft = useCallback((): void => {
    if (!pending.current || !getState().isTouched) return;
    pending.current = false;
    const { permission, options } = latest.current;
    const value = getValuesToStore({ getState, getUnsaved }, options);
    const isStored =
      value && options.store
        ? options.store(permission, name, getState().values)
        : storeDraft(permission, name, value, area);
    if (permission.owner && wasAnonymous.current) removeDraft('', name, area);
    const isKept = isStored || value === null || !isPermissionValid(permission);
    setDraft((state) => ({ ...state, at: isStored && value ? Date.now() : null, isKept }));
  }, [name, area, latest, getState, getUnsaved, setDraft]);
  useEffect(() => {
    if (!isTouched) return;
    pending.current = true;
    const timer = setTimeout(storePendingDraft, DEBOUNCE_MS);
    addEventListener('pagehide', storePendingDraft);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', storePendingDraft);
    };
  }, [isTouched, owner, values, storePendingDraft]);
  // Store pending input when the component unmounts during the debounce delay.
  useEffect(() => storePendingDraft, [storePendingDraft]);
  const storeNow = useCallback((): void => {
    pending.current = true;
    storePendingDraft();
  }, [storePendingDraft]);
  return { drop, storeNow };
};

/**
 * Stores form input as a draft of the member, in this browser or tab, and restores it. A user who
 * signs in while typing keeps the draft. Sign-out in any tab deletes it. An expired session keeps
 * it for the same member.
 */
export const useStoredDraft = <V extends object>(form: Form<V>, options: Options<V>) => {
  const { name, area = 'browser', hasBase = true } = options;
  const owner = useDraftOwner();
  const place = { owner, name, area };
  const permission = useMemo(() => createDraftPermission(owner), [owner]);
  const latest = useRef({ permission, options });
  latest.current = { permission, options };
  const [draft, setDraft] = useState(NOT_READY);
  useMarkUnsentInput(draft.ready && getValuesToStore(form, options) !== null);
  useDraftRestore(form, place, { hasBase, latest, setDraft });
  const { drop, storeNow } = useDraftAutosave(form, place, { latest, setDraft });
  return {
    ...draft,
    drop,
    /** Stores the draft at once, before an action that must not lose it. */
    storeNow,
  };
};
