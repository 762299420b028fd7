import { type Tx, runTransaction } from '@yunbiao/db';
import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../../platform/context.ts';
import { createSessionInvalidError } from '../../platform/errors.ts';
import type { WechatPerson } from '../../platform/wechat-vendor.ts';
import { bindWechatToMember, signInByWechat } from './account.ts';
import type { WechatCaller } from './start-page.ts';
import { storeWechatPayer, formatPayer } from './payer.ts';
import type { PendingSignIn } from './pending-sign-in.ts';

type RedirectResult = CallOutput<'wxLogin'> & { device?: string };

type CompleteRequest = {
  ctx: Context;
  row: PendingSignIn;
  person: WechatPerson;
  caller: WechatCaller;
  /** Runs in the same transaction, before anything else. */
  runFirst: (tx: Tx) => Promise<void>;
};

/**
 * Path of the payment page to continue on: `jsapi` with the known identity, or `code` for the other
 * method.
 */
const buildPayPath = ({ to_path: to }: PendingSignIn, how: 'jsapi' | 'code'): string =>
  `${to}${to.includes('?') ? '&' : '?'}pay=${how}`;

/**
 * Result when the payer is unknown: the payment page offers another method, on the host where it
 * started.
 */
export const presentUnknownPayer = (row: PendingSignIn, isBegunHere: boolean): RedirectResult => ({
  outcome: isBegunHere ? 'payer' : 'ask',
  token: '',
  userInfo: null,
  to: isBegunHere ? buildPayPath(row, 'code') : row.origin + buildPayPath(row, 'code'),
});

/** Stores the payer's identity. @throws -9999 when the session has ended */
const completePayerRedirect = ({
  ctx,
  row,
  person,
  runFirst,
}: CompleteRequest): Promise<RedirectResult> =>
  runTransaction(ctx.db, async (tx) => {
    await runFirst(tx);
    if (!(await storeWechatPayer(tx, row, person))) throw createSessionInvalidError();
    return { outcome: 'payer', token: '', userInfo: null, to: buildPayPath(row, 'jsapi') };
  });

/**
 * Completes the purpose of the redirect: sign-in, binding or payment.
 * @throws 409 when the WeChat user is bound to another member
 */
export const completeWechatRedirect = async (
  completed: CompleteRequest,
): Promise<RedirectResult> => {
  const { ctx, row, person, caller, runFirst } = completed;
  const to = row.to_path;
  if (row.purpose === 'pay') return completePayerRedirect(completed);
  // Inside WeChat the signed-in user is also the payer.
  const isInside = row.way === 'inside';
  if (row.purpose === 'bind' && row.member_id !== null) {
    const { address } = caller.origin;
    const runFirstAndStorePayer = async (tx: Tx): Promise<void> => {
      await runFirst(tx);
      if (isInside) await storeWechatPayer(tx, row, person);
    };
    const memberId = row.member_id;
    const userInfo = await bindWechatToMember({
      ctx,
      memberId,
      person,
      address,
      first: runFirstAndStorePayer,
    });
    return { outcome: 'bound', token: '', userInfo, to };
  }
  const origin = isInside ? { ...caller.origin, wechatPayer: formatPayer(person) } : caller.origin;
  return { outcome: 'signedIn', to, ...(await signInByWechat(ctx, person, origin, runFirst)) };
};
