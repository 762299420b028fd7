/**
 * Keys of local storage, besides drafts (`kit/form/drafts.ts`) and the theme. The privacy policy of
 * the sample site names them.
 */
const KEYS = {
  rememberedToken: 'auto-token',
  tokenWrittenAt: 'auto-token-at',
  tourDone: 'designer-tour',
  lastSoftware: 'last-software',
  shareCode: 'share-code',
} as const;

type LocalItem = keyof typeof KEYS;

/** Browsers throw on access to a blocked storage; null then. */
const getLocalStorage = (): Storage | null => {
  try {
    return localStorage;
  } catch {
    return null;
  }
};

/** Null when there is no such item, undefined when the storage is blocked. */
export const readLocalItem = (item: LocalItem): string | null | undefined =>
  getLocalStorage()?.getItem(KEYS[item]);

export const removeLocalItem = (item: LocalItem): void => getLocalStorage()?.removeItem(KEYS[item]);

/** When the storage is full, the item is removed: an old value would be wrong. */
export const storeLocalItem = (item: LocalItem, value: string): void => {
  try {
    getLocalStorage()?.setItem(KEYS[item], value);
  } catch {
    removeLocalItem(item);
  }
};
