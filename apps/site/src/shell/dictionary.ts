import type { CallOutput } from '@yunbiao/contract';
import type { SiteContext } from './context.ts';
import type { Dict, Dictionary } from './stores.ts';

const byType = (rows: CallOutput<'dictList'>): Dict => {
  const out: Dict = {};
  for (const { dictType, dictLabel, dictValue } of rows)
    (out[dictType] ??= []).push({ label: dictLabel, value: dictValue });
  return out;
};

type Store = SiteContext['stores']['dictionary'];

/** What a store holds or is waiting for. A dictionary may be empty because there is nothing in it. */
type Held = { dict: Promise<boolean> | null; biz: Promise<boolean> | null; product: string };

const heldBy = new WeakMap<Store, Held>();

const heldOf = (store: Store): Held => {
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

const fetchInto = async (
  context: SiteContext,
  alias: string,
  prefix: string,
  put: (dict: Dict) => void,
): Promise<boolean> => {
  const reply = await context.api(alias).call('dictList', prefix ? { prefix } : {});
  if (reply.state === 'ok') put(byType(reply.data));
  return reply.state === 'ok';
};

/** Fetches the dictionaries once, when empty. A failure leaves them empty; the next page tries again. */
export const ensureDictionary = async (context: SiteContext, alias: string): Promise<void> => {
  const store = context.stores.dictionary;
  const held = heldOf(store);
  held.dict ??= fetchInto(context, alias, '', (dict) => store.set((now) => ({ ...now, dict })));
  if (alias && held.product !== alias) {
    // Another product's makes it empty again.
    held.product = alias;
    held.biz = fetchInto(context, alias, alias, (bizDict) => {
      if (held.product === alias) store.set((now) => ({ ...now, bizDict }));
    });
  }
  const [hasDict, hasBiz] = await Promise.all([held.dict, held.biz ?? true]);
  if (!hasDict) held.dict = null;
  if (!hasBiz && held.product === alias) held.product = '';
};
