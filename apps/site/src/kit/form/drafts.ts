import { removeIncomingDesign } from '../label/incoming-design.ts';
import type { Session } from '../site/stores.ts';

/** Owner of drafts: the member id, or '' when not signed in. */
export const getDraftOwner = ({ isLogin, userInfo }: Session): string =>
  (isLogin && userInfo?.id) || '';

/** Stored draft; `at` is the time it was stored, epoch ms. */
export type StoredDraft = { value: unknown; at: number };

/** Scope of a draft: all tabs of this browser, or one tab. */
export type DraftScope = 'browser' | 'tab';

const PREFIX = 'draft:';
const getDraftKey = (owner: string, name: string): string => `${PREFIX}${owner}:${name}`;
/**
 * Key of a random token per owner. localStorage has the current token, which changes at each
 * sign-out. sessionStorage has the token that was current when the drafts of the tab were stored.
 */
const TOKEN_PREFIX = 'draft-turn:';

/**
 * Runs `act` with the storage. Returns `otherwise` when the storage is blocked, which browsers
 * report by throwing.
 */
const runWithStorageOrDefault = <T>(
  area: DraftScope,
  otherwise: T,
  act: (storage: Storage) => T,
): T => {
  try {
    return act(area === 'tab' ? sessionStorage : localStorage);
  } catch {
    return otherwise;
  }
};
const listStorageKeys = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? '');

const getOwnerSignOutToken = (owner: string): string =>
  runWithStorageOrDefault('browser', '', (storage) => storage.getItem(TOKEN_PREFIX + owner) ?? '');

const removeAllDraftsOfOwner = (area: DraftScope, owner: string): void => {
  if (area === 'tab') removeIncomingDesign();
  runWithStorageOrDefault(area, undefined, (storage) => {
    for (const key of listStorageKeys(storage))
      if (key.startsWith(getDraftKey(owner, ''))) storage.removeItem(key);
    if (area === 'tab') storage.removeItem(TOKEN_PREFIX + owner);
  });
};

/**
 * Sign-outs that this page knows of. The sign-out message can arrive before the storage change of
 * the other tab.
 */
const signOutCounts = new Map<string, number>();

/**
 * Permission to store drafts of an owner. Any sign-out of the owner, in any tab, invalidates it.
 */
export type DraftPermission = { owner: string; turn: string; ends: number };

export const createDraftPermission = (owner: string): DraftPermission => ({
  owner,
  turn: getOwnerSignOutToken(owner),
  ends: signOutCounts.get(owner) ?? 0,
});
/** True until the owner signs out. Storing a draft is refused after that. */
export const isPermissionValid = ({ owner, turn, ends: knownEnds }: DraftPermission): boolean =>
  getOwnerSignOutToken(owner) === turn && (signOutCounts.get(owner) ?? 0) === knownEnds;

const readStoredDraft = (area: DraftScope, key: string): StoredDraft | null =>
  runWithStorageOrDefault(area, null, (storage) => {
    const storedValue: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (typeof storedValue !== 'object' || storedValue === null) return null;
    const { value, at } = storedValue as Record<string, unknown>;
    return typeof at === 'number' && value ? { value, at } : null;
  });

const writeStoredDraft = (area: DraftScope, key: string, draft: StoredDraft | null): boolean =>
  runWithStorageOrDefault(area, false, (storage) => {
    if (draft) storage.setItem(key, JSON.stringify(draft));
    else storage.removeItem(key);
    return true;
  });

/**
 * Reads the unsent draft of an owner from this browser or tab. A member without a draft takes over
 * the draft that was typed before signing in.
 */
export const readDraft = (
  owner: string,
  name: string,
  area: DraftScope = 'browser',
): StoredDraft | null => {
  if (area === 'tab') removeSignedOutDrafts();
  const ownDraft = readStoredDraft(area, getDraftKey(owner, name));
  if (ownDraft || !owner) return ownDraft;
  const anonymousDraft = readStoredDraft(area, getDraftKey('', name));
  if (!anonymousDraft) return null;
  if (area === 'tab')
    runWithStorageOrDefault(area, undefined, (storage) =>
      storage.setItem(TOKEN_PREFIX + owner, getOwnerSignOutToken(owner)),
    );
  if (writeStoredDraft(area, getDraftKey(owner, name), anonymousDraft)) removeDraft('', name, area);
  return anonymousDraft;
};

/** Checks whether `readDraft` would find a draft in this browser. */
export const hasDraft = (owner: string, name: string): boolean =>
  readStoredDraft('browser', getDraftKey(owner, name)) !== null ||
  (owner !== '' && readStoredDraft('browser', getDraftKey('', name)) !== null);

/**
 * Stores a draft; null removes it. Returns false when the browser refuses or the owner has signed
 * out since the permission was created.
 */
export const storeDraft = (
  leave: DraftPermission,
  name: string,
  value: unknown,
  area: DraftScope = 'browser',
): boolean => {
  if (!isPermissionValid(leave)) return false;
  const { owner, turn } = leave;
  if (area === 'tab' && owner && value)
    runWithStorageOrDefault(area, undefined, (storage) =>
      storage.setItem(TOKEN_PREFIX + owner, turn),
    );
  return writeStoredDraft(area, getDraftKey(owner, name), value ? { value, at: Date.now() } : null);
};

export const removeDraft = (owner: string, name: string, area: DraftScope = 'browser'): void =>
  void writeStoredDraft(area, getDraftKey(owner, name), null);

/**
 * Removes all drafts of a member who signs out, and a label on its way to the designer, so that the
 * next user of this browser cannot see them and other tabs cannot restore them. An expired session
 * does not count as sign-out.
 */
export const removeDrafts = (owner: string): void => {
  removeDraftsInThisTab(owner);
  runWithStorageOrDefault('browser', undefined, (storage) =>
    storage.setItem(TOKEN_PREFIX + owner, crypto.getRandomValues(new Uint32Array(2)).join('-')),
  );
};

/** Does the same in a tab that received the sign-out message. */
export const removeDraftsInThisTab = (owner: string): void => {
  signOutCounts.set(owner, (signOutCounts.get(owner) ?? 0) + 1);
  removeAllDraftsOfOwner('browser', owner);
  removeAllDraftsOfOwner('tab', owner);
};

/** Removes drafts of this tab whose owner signed out in another tab while this tab was inactive. */
export const removeSignedOutDrafts = (): void =>
  runWithStorageOrDefault('tab', undefined, (storage) => {
    for (const key of listStorageKeys(storage)) {
      const owner = key.startsWith(TOKEN_PREFIX) ? key.slice(TOKEN_PREFIX.length) : null;
      if (owner !== null && storage.getItem(key) !== getOwnerSignOutToken(owner))
        removeAllDraftsOfOwner('tab', owner);
    }
  });
