import type { SiteContext } from './context.ts';
import type { Dictionary } from './stores.ts';

type Store = SiteContext['stores']['dictionary'];

/** What a store holds or is waiting for. A dictionary may be empty because there is nothing in it. */
type Held = { dict: Promise<boolean> | null; biz: Promise<boolean> | null; product: string };

const heldBy = new WeakMap<Store, Held>();

export const heldOf = (store: Store): Held => {
  let held = heldBy.get(store);
  if (!held) heldBy.set(store, (held = { dict: null, biz: null, product: '' }));
  return held;
};

/** Which product's dictionary the store holds; '' when none was fetched. */
export const dictionaryProduct = (store: Store): string => heldOf(store).product;

/** Takes over what the rendering server fetched. */
export const adoptDictionary = (store: Store, dictionary: Dictionary, product: string): void => {
  heldBy.set(store, {
    dict: Promise.resolve(true),
    biz: product ? Promise.resolve(true) : null,
    product,
  });
  store.set(dictionary);
};
