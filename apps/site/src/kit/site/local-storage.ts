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

/**
 * Undefined when the storage is blocked: browsers throw on access to it, and those with a damaged
 * profile on each call.
 */
const tryStorage = <T>(use: (storage: Storage) => T): T | undefined => {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
};

/** Reads a stored text. Null when there is none, undefined when the storage is blocked. */
export const readLocalItem = (item: LocalItem): string | null | undefined =>
  tryStorage((storage) => storage.getItem(KEYS[item]));

export const removeLocalItem = (item: LocalItem): void =>
  tryStorage((storage) => storage.removeItem(KEYS[item]));

/** When the storage is full, the item is removed: an old value would be wrong. */
export const storeLocalItem = (item: LocalItem, value: string): void => {
  const isStored = tryStorage((storage) => {
    storage.setItem(KEYS[item], value);
    return true;
  });
  if (!isStored) removeLocalItem(item);
};
