import type { SiteStores } from '../../kit/site/stores.ts';

const answeredTokens = new WeakMap<SiteStores, string>();

/** Records that the member's access on this page was checked by the server or the guard. */
export const recordAccessCheck = (stores: SiteStores, pathname: string): void =>
  void answeredTokens.set(stores, pathname);

/** Returns whether the access was checked for this page, and clears the record. */
export const consumeAccessCheck = (stores: SiteStores, pathname: string): boolean => {
  const isAnswered = answeredTokens.get(stores) === pathname;
  answeredTokens.delete(stores);
  return isAnswered;
};
