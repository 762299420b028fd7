import type { CallOutput } from '@yunbiao/contract';
import type { SiteContext } from '../../kit/site/context.ts';
import { getDictionaryFetches } from './dictionary-fetches.ts';
import type { Dict } from '../../kit/site/stores.ts';

const groupByType = (rows: CallOutput<'dictList'>): Dict => {
  const out: Dict = {};
  for (const { dictType, dictLabel, dictValue } of rows)
    (out[dictType] ??= []).push({ label: dictLabel, value: dictValue });
  return out;
};

const fetchAndPutDictionary = async (
  context: SiteContext,
  alias: string,
  prefix: string,
  put: (dict: Dict) => void,
): Promise<boolean> => {
  const reply = await context.createApi(alias).call('dictList', prefix ? { prefix } : {});
  if (reply.state === 'ok') put(groupByType(reply.data));
  return reply.state === 'ok';
};

/**  Loads the dictionaries once. After a failure they stay empty and the next page tries again. */
export const ensureDictionary = async (context: SiteContext, alias: string): Promise<void> => {
  const store = context.stores.dictionary;
  const fetches = getDictionaryFetches(store);
  fetches.dict ??= fetchAndPutDictionary(context, alias, '', (dict) =>
    store.set((now) => ({ ...now, dict })),
  );
  if (alias && fetches.product !== alias) {
    // Clear it when the dictionary belongs to another product.
    fetches.product = alias;
    fetches.biz = fetchAndPutDictionary(context, alias, alias, (bizDict) => {
      if (fetches.product === alias) store.set((now) => ({ ...now, bizDict }));
    });
  }
  const [hasDict, hasBiz] = await Promise.all([fetches.dict, fetches.biz ?? true]);
  if (!hasDict) fetches.dict = null;
  if (!hasBiz && fetches.product === alias) fetches.product = '';
};

type Match = { status: string; params: object };

/**
 * Loads the dictionaries for the displayed page, based on its address, because hydration may not
 * have finished.
 */
export const loadDisplayedDictionary = (
  context: SiteContext,
  matches: readonly Match[],
): Promise<void> => {
  const [soft = ''] = matches.flatMap(({ status, params }) =>
    status === 'success' && 'soft' in params ? [String(params.soft)] : [],
  );
  return ensureDictionary(context, soft);
};
