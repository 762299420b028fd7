import type { SiteStores } from '../../kit/site/stores.ts';

const answered = new WeakMap<SiteStores, string>();

/** On this page it is known that its member may use the software: it came for the member, or its guard asked. */
export const noteStanding = (stores: SiteStores, pathname: string): void =>
  void answered.set(stores, pathname);

/** Whether that was answered on the way to this page. Once: a member who comes back to it is asked about again. */
export const takeStanding = (stores: SiteStores, pathname: string): boolean => {
  const isAnswered = answered.get(stores) === pathname;
  answered.delete(stores);
  return isAnswered;
};
