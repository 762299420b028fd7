import { type Tx, transaction } from '@yunbiao/db';
import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { sessionInvalid } from '../errors.ts';
import type { WechatPerson } from '../wechat-vendor.ts';
import { bindTo, signInAs } from './account.ts';
import type { WechatCaller } from './begin-page.ts';
import { keepPayer, payerText } from './payer.ts';
import type { UnderWay } from './under-way.ts';

type Came = CallOutput<'wxLogin'> & { device?: string };

type Completed = {
  ctx: Context;
  row: UnderWay;
  person: WechatPerson;
  caller: WechatCaller;
  /** Done in the same transaction. */
  first: (tx: Tx) => Promise<void>;
};

/** The page to go back to, where paying goes on: with what is known now, or another way. */
const payPath = ({ to_path: to }: UnderWay, how: 'jsapi' | 'code'): string =>
  `${to}${to.includes('?') ? '&' : '?'}pay=${how}`;

/** Nobody knows who pays: another way is shown, on the page it was begun on. */
export const unknownPayer = (row: UnderWay, isBegunHere: boolean): Came => ({
  outcome: isBegunHere ? 'payer' : 'ask',
  token: '',
  userInfo: null,
  to: isBegunHere ? payPath(row, 'code') : row.origin + payPath(row, 'code'),
});

/** Writes down who pays. @throws -9999 when the session ended meanwhile */
const becomePayer = ({ ctx, row, person, first }: Completed): Promise<Came> =>
  transaction(ctx.db, async (tx) => {
    await first(tx);
    if (!(await keepPayer(tx, row, person))) throw sessionInvalid();
    return { outcome: 'payer', token: '', userInfo: null, to: payPath(row, 'jsapi') };
  });

/** What the way was begun for: signing in, binding, or paying. @throws 409 when the WeChat is another member's */
export const complete = async (completed: Completed): Promise<Came> => {
  const { ctx, row, person, caller, first } = completed;
  const to = row.to_path;
  if (row.purpose === 'pay') return becomePayer(completed);
  // Within WeChat, whoever signs in there pays there.
  const isInside = row.way === 'inside';
  if (row.purpose === 'bind' && row.member_id !== null) {
    const { address } = caller.origin;
    const both = async (tx: Tx): Promise<void> => {
      await first(tx);
      if (isInside) await keepPayer(tx, row, person);
    };
    const memberId = row.member_id;
    const userInfo = await bindTo({ ctx, memberId, person, address, first: both });
    return { outcome: 'bound', token: '', userInfo, to };
  }
  const origin = isInside ? { ...caller.origin, wechatPayer: payerText(person) } : caller.origin;
  return { outcome: 'signedIn', to, ...(await signInAs(ctx, person, origin, first)) };
};
