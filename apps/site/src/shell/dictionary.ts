import type { CallOutput } from '@yunbiao/contract';
import type { SiteContext } from './context.ts';
import { heldOf } from './dictionary-held.ts';
import type { Dict } from './stores.ts';

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
