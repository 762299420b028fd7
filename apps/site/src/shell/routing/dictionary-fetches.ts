import type { SiteContext } from '../../kit/site/context.ts';
import type { Dictionary } from '../../kit/site/stores.ts';

type Store = SiteContext['stores']['dictionary'];

/**
 * Pending and finished requests of a store. They are recorded separately, because a loaded
 * dictionary can be empty.
 */
type Fetches = { dict: Promise<boolean> | null; biz: Promise<boolean> | null; product: string };

const fetchesBy = new WeakMap<Store, Fetches>();

export const getDictionaryFetches = (store: Store): Fetches => {
  let fetches = fetchesBy.get(store);
  if (!fetches) fetchesBy.set(store, (fetches = { dict: null, biz: null, product: '' }));
  return fetches;
};

/** Product whose dictionary the store contains; '' when none was loaded. */
export const getDictionaryProduct = (store: Store): string => getDictionaryFetches(store).product;

/** Marks dictionaries as loaded that the server rendered into the page. */
export const adoptServerDictionary = (
  store: Store,
  dictionary: Dictionary,
  product: string,
): void => {
  fetchesBy.set(store, {
    dict: Promise.resolve(true),
    biz: product ? Promise.resolve(true) : null,
    product,
  });
  store.set(dictionary);
};
