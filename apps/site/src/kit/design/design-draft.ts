import { hasDraft } from '../form/drafts.ts';

/**
 * Maximum number of windows of one template with their own draft; further ones share the last
 * draft.
 */
export const MAX_TABS = 5;

export const formatTabLockName = (name: string, n: number): string => `design:${name}:${n}`;

export const buildDesignDraftName = (alias: string, id: string): string => `design:${alias}:${id}`;

export const buildTabDraftName = (name: string, tab: number): string =>
  tab === 1 ? name : `${name}:${tab}`;

/**
 * Numbers of the closed windows of this template, 1-based; none when the browser has no Web Locks.
 */
export const listFreeTabNumbers = async (name: string): Promise<number[]> => {
  if (!('locks' in navigator)) return [];
  const { held = [] } = await navigator.locks.query();
  const open = new Set(held.map((lock) => lock.name));
  return Array.from({ length: MAX_TABS }, (_, at) => at + 1).filter(
    (n) => !open.has(formatTabLockName(name, n)),
  );
};

/** Number of the next window of this template. Without Web Locks (plain HTTP) it is 1. */
const findFreeTabNumber = async (name: string): Promise<number> => {
  if (!('locks' in navigator)) return 1;
  const [tab = MAX_TABS] = await listFreeTabNumbers(name);
  return tab;
};

/** Checks whether the designer of a new label, opened now, would restore an unsaved draft. */
export const hasNewDesignDraft = async (owner: string, alias: string): Promise<boolean> => {
  const name = buildDesignDraftName(alias, 'new');
  return hasDraft(owner, buildTabDraftName(name, await findFreeTabNumber(name)));
};
