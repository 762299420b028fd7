import type { Session } from '../site/stores.ts';

/** Whose words they are: the member's id, '' for whoever is not signed in. */
export const ownerIn = ({ isLogin, userInfo }: Session): string => (isLogin && userInfo?.id) || '';

/** A draft as it was stored, epoch ms. */
export type StoredDraft = { value: unknown; at: number };

/** Who sees a draft: every tab of this browser, or the one tab it was typed in. */
export type Area = 'browser' | 'tab';

const PREFIX = 'draft:';
const getKey = (owner: string, name: string): string => `${PREFIX}${owner}:${name}`;
/** In the browser: the owner's turn, another after each sign-out. In a tab: the turn its drafts are of. */
const TURN = 'draft-turn:';

/** Browsers throw at the mere mention of a storage they refuse. */
const within = <T>(area: Area, otherwise: T, act: (storage: Storage) => T): T => {
  try {
    return act(area === 'tab' ? sessionStorage : localStorage);
  } catch {
    return otherwise;
  }
};
const keysIn = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? '');

const getTurn = (owner: string): string =>
  within('browser', '', (storage) => storage.getItem(TURN + owner) ?? '');

const empty = (area: Area, owner: string): void =>
  within(area, undefined, (storage) => {
    for (const key of keysIn(storage))
      if (key.startsWith(getKey(owner, ''))) storage.removeItem(key);
    if (area === 'tab') storage.removeItem(TURN + owner);
  });

/** Sign-outs this page has heard of: word of one overtakes what another tab has written to the storage. */
const ends = new Map<string, number>();

/** The leave to keep one owner's drafts: it ends with his next sign-out, in whichever tab that is. */
export type Leave = { owner: string; turn: string; ends: number };

export const createLeave = (owner: string): Leave => ({
  owner,
  turn: getTurn(owner),
  ends: ends.get(owner) ?? 0,
});
/** Until then: what is refused after it is not missed by anybody. */
export const holds = ({ owner, turn, ends: known }: Leave): boolean =>
  getTurn(owner) === turn && (ends.get(owner) ?? 0) === known;

const read = (area: Area, key: string): StoredDraft | null =>
  within(area, null, (storage) => {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const { value, at } = stored as Record<string, unknown>;
    return typeof at === 'number' && value ? { value, at } : null;
  });

const write = (area: Area, key: string, stored: StoredDraft | null): boolean =>
  within(area, false, (storage) => {
    if (stored) storage.setItem(key, JSON.stringify(stored));
    else storage.removeItem(key);
    return true;
  });

/**
 * What the owner typed and did not send, in this browser or tab. A member who has nothing takes over what was typed
 * before signing in.
 */
export const readDraft = (
  owner: string,
  name: string,
  area: Area = 'browser',
): StoredDraft | null => {
  if (area === 'tab') dropEndedDrafts();
  const own = read(area, getKey(owner, name));
  if (own || !owner) return own;
  const nobodys = read(area, getKey('', name));
  if (!nobodys) return null;
  if (area === 'tab')
    within(area, undefined, (storage) => storage.setItem(TURN + owner, getTurn(owner)));
  if (write(area, getKey(owner, name), nobodys)) dropDraft('', name, area);
  return nobodys;
};

/** Whether `readDraft` would find one in this browser. */
export const hasDraft = (owner: string, name: string): boolean =>
  read('browser', getKey(owner, name)) !== null ||
  (owner !== '' && read('browser', getKey('', name)) !== null);

/** Stores a draft; null is none. False when the browser refuses, or the owner has signed out since the leave. */
export const storeDraft = (
  leave: Leave,
  name: string,
  value: unknown,
  area: Area = 'browser',
): boolean => {
  if (!holds(leave)) return false;
  const { owner, turn } = leave;
  if (area === 'tab' && owner && value)
    within(area, undefined, (storage) => storage.setItem(TURN + owner, turn));
  return write(area, getKey(owner, name), value ? { value, at: Date.now() } : null);
};

export const dropDraft = (owner: string, name: string, area: Area = 'browser'): void =>
  void write(area, getKey(owner, name), null);

/**
 * Everything a member typed, when he signs out: the next one at this browser finds none of it, and no other tab brings
 * it back. An expired session is no sign-out.
 */
export const dropDrafts = (owner: string): void => {
  dropDraftsHere(owner);
  within('browser', undefined, (storage) =>
    storage.setItem(TURN + owner, crypto.getRandomValues(new Uint32Array(2)).join('-')),
  );
};

/** The same in a tab that was told of the sign-out. */
export const dropDraftsHere = (owner: string): void => {
  ends.set(owner, (ends.get(owner) ?? 0) + 1);
  empty('browser', owner);
  empty('tab', owner);
};

/** Drafts of this tab whose owner has signed out since, in another one, while this one slept. */
export const dropEndedDrafts = (): void =>
  within('tab', undefined, (storage) => {
    for (const key of keysIn(storage)) {
      const owner = key.startsWith(TURN) ? key.slice(TURN.length) : null;
      if (owner !== null && storage.getItem(key) !== getTurn(owner)) empty('tab', owner);
    }
  });
