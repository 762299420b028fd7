import type { Session } from './stores.ts';

/** Whose words they are: the member's id, '' for whoever is not signed in. */
export const ownerIn = ({ isLogin, userInfo }: Session): string => (isLogin && userInfo?.id) || '';

/** A draft as it was kept, epoch ms. */
export type Kept = { value: unknown; at: number };

const PREFIX = 'draft:';
const keyOf = (owner: string, name: string): string => `${PREFIX}${owner}:${name}`;

const read = (key: string): Kept | null => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { value, at } = kept as Record<string, unknown>;
    return typeof at === 'number' && value ? { value, at } : null;
  } catch {
    return null;
  }
};

/**
 * What the owner typed and did not send, in this browser. A member who has nothing takes over what was typed before
 * signing in.
 */
export const readDraft = (owner: string, name: string): Kept | null => {
  const own = read(keyOf(owner, name));
  if (own || !owner) return own;
  const nobodys = read(keyOf('', name));
  if (nobodys && keepDraft(owner, name, nobodys.value, nobodys.at)) dropDraft('', name);
  return nobodys;
};

/** Keeps a draft; null is none. False when the browser refuses. */
export const keepDraft = (
  owner: string,
  name: string,
  value: unknown,
  at = Date.now(),
): boolean => {
  try {
    if (value) localStorage.setItem(keyOf(owner, name), JSON.stringify({ value, at }));
    else localStorage.removeItem(keyOf(owner, name));
    return true;
  } catch {
    return false;
  }
};

export const dropDraft = (owner: string, name: string): void => void keepDraft(owner, name, null);

/** Everything a member typed, when the member signs out: the next one at this browser finds none of it. */
export const dropDraftsOf = (owner: string): void => {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? '');
    for (const key of keys) if (key.startsWith(keyOf(owner, ''))) localStorage.removeItem(key);
  } catch {
    // Refused: then none was kept either.
  }
};
