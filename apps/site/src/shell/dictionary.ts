import type { CallOutput } from '@yunbiao/contract';
import type { SiteContext } from './context.ts';
import type { Dict } from './stores.ts';

const byType = (rows: CallOutput<'dictList'>): Dict => {
  const out: Dict = {};
  for (const { dictType, dictLabel, dictValue } of rows)
    (out[dictType] ??= []).push({ label: dictLabel, value: dictValue });
  return out;
};

const isEmpty = (dict: Dict): boolean => Object.keys(dict).length === 0;

/** Which product `bizDict` was fetched for; another product's makes it empty again. */
const fetchedFor = new WeakMap<object, string>();

/** Fetches the dictionaries once, when empty. A failure leaves them empty; the next page tries again. */
export const ensureDictionary = async (context: SiteContext, alias: string): Promise<void> => {
  const store = context.stores.dictionary;
  const api = context.api(alias);
  const needBiz = alias !== '' && (isEmpty(store.get().bizDict) || fetchedFor.get(store) !== alias);
  const [dict, bizDict] = await Promise.all([
    isEmpty(store.get().dict) ? api.call('dictList', {}) : null,
    needBiz ? api.call('dictList', { prefix: alias }) : null,
  ]);
  if (dict?.state === 'ok') store.set((now) => ({ ...now, dict: byType(dict.data) }));
  if (bizDict?.state === 'ok') {
    fetchedFor.set(store, alias);
    store.set((now) => ({ ...now, bizDict: byType(bizDict.data) }));
  }
};
