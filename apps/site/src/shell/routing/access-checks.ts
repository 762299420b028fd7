import type { SiteStores } from '../../kit/site/stores.ts';

const answered = new WeakMap<SiteStores, string>();

/** Records that the member's access on this page was checked by the server or the guard. */
export const recordAccessCheck = (stores: SiteStores, pathname: string): void =>
  void answered.set(stores, pathname);

/** Returns whether the access was checked for this page, and clears the record. */
export const consumeAccessCheck = (stores: SiteStores, pathname: string): boolean => {
  const isAnswered = answered.get(stores) === pathname;
  answered.delete(stores);
  return isAnswered;
};
