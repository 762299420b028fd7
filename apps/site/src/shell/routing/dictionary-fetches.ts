import type { SiteContext } from '../../kit/site/context.ts';
import type { Dictionary } from '../../kit/site/stores.ts';

type Store = SiteContext['stores']['dictionary'];

/** What a store holds or is waiting for. A dictionary may be empty because there is nothing in it. */
type Fetches = { dict: Promise<boolean> | null; biz: Promise<boolean> | null; product: string };

const fetchesBy = new WeakMap<Store, Fetches>();

export const listFetches = (store: Store): Fetches => {
  let fetches = fetchesBy.get(store);
  if (!fetches) fetchesBy.set(store, (fetches = { dict: null, biz: null, product: '' }));
  return fetches;
};

/** Which product's dictionary the store holds; '' when none was fetched. */
export const dictionaryProduct = (store: Store): string => listFetches(store).product;

/** Takes over what the rendering server fetched. */
export const adoptDictionary = (store: Store, dictionary: Dictionary, product: string): void => {
  fetchesBy.set(store, {
    dict: Promise.resolve(true),
    biz: product ? Promise.resolve(true) : null,
    product,
  });
  store.set(dictionary);
};
