import type { CallOutput } from '@yunbiao/contract';
import type { SiteContext } from '../../kit/site/context.ts';
import { listFetches } from './dictionary-fetches.ts';
import type { Dict } from '../../kit/site/stores.ts';

const byType = (rows: CallOutput<'dictList'>): Dict => {
  const out: Dict = {};
  for (const { dictType, dictLabel, dictValue } of rows)
    (out[dictType] ??= []).push({ label: dictLabel, value: dictValue });
  return out;
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
  const fetches = listFetches(store);
  fetches.dict ??= fetchInto(context, alias, '', (dict) => store.set((now) => ({ ...now, dict })));
  if (alias && fetches.product !== alias) {
    // Another product's makes it empty again.
    fetches.product = alias;
    fetches.biz = fetchInto(context, alias, alias, (bizDict) => {
      if (fetches.product === alias) store.set((now) => ({ ...now, bizDict }));
    });
  }
  const [hasDict, hasBiz] = await Promise.all([fetches.dict, fetches.biz ?? true]);
  if (!hasDict) fetches.dict = null;
  if (!hasBiz && fetches.product === alias) fetches.product = '';
};

type Match = { status: string; params: object };

/** The dictionaries of the page that is shown, as its address tells: on a slow machine it may not be hydrated yet. */
export const loadShown = (context: SiteContext, matches: readonly Match[]): Promise<void> => {
  const [soft = ''] = matches.flatMap(({ status, params }) =>
    status === 'success' && 'soft' in params ? [String(params.soft)] : [],
  );
  return ensureDictionary(context, soft);
};
