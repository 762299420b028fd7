import {
  createWechatQrSignIn,
  answerWechatConfirmation,
  getWechatConfirmation,
  type WechatCaller,
  redeemWechatTicket,
  pollWechatQrSignIn,
  startWechatSignIn,
  unbindWechat,
  completeWechatRedirectSignIn,
} from '@yunbiao/services';
import type { Caller, AreaHandlers } from '../../handler.ts';

export const toWechatCaller = (caller: Caller): WechatCaller => ({
  origin: {
    address: caller.address ?? '',
    userAgent: caller.userAgent,
    device: caller.device,
  },
  site: caller.site,
  browser: caller.wechatBrowser,
  signedIn: caller.signedIn,
});

/**
 * Moves the device secret to an HttpOnly cookie. It must not be in the reply, which scripts can
 * read.
 */
const moveDeviceSecretToCookie = <T extends { device?: string }>(
  caller: Caller,
  { device, ...reply }: T,
) => {
  if (device !== undefined) caller.storeDeviceSecret(device);
  return reply;
};

export const wechatHandlers: AreaHandlers<'wechat'> = {
  wxLogin: async ({ ctx, input, caller }) =>
    moveDeviceSecretToCookie(
      caller,
      await completeWechatRedirectSignIn({ ctx, input, caller: toWechatCaller(caller) }),
    ),
  mpLoginQrcode: ({ ctx, caller }) =>
    createWechatQrSignIn({ ctx, caller: toWechatCaller(caller), purpose: 'login' }),
  wechatBindQrcode: ({ ctx, caller }) =>
    createWechatQrSignIn({ ctx, caller: toWechatCaller(caller), purpose: 'bind' }),
  wechatPoll: async ({ ctx, input: { secret }, caller }) =>
    moveDeviceSecretToCookie(
      caller,
      await pollWechatQrSignIn({ ctx, secret, caller: toWechatCaller(caller) }),
    ),
  wechatStart: async ({ ctx, input, caller }) => {
    const { browser, ...reply } = await startWechatSignIn({
      ctx,
      input,
      caller: toWechatCaller(caller),
    });
    caller.storeWechatBrowser(browser);
    return reply;
  },
  wechatAsk: ({ ctx, input: { key } }) => getWechatConfirmation({ ctx, key }),
  wechatEnter: async ({ ctx, input: { ticket }, caller }) =>
    moveDeviceSecretToCookie(
      caller,
      await redeemWechatTicket({ ctx, ticket, caller: toWechatCaller(caller) }),
    ),
  wechatAnswer: async ({ ctx, input }) => ({ to: await answerWechatConfirmation({ ctx, input }) }),
  wechatUnbind: ({ ctx, caller }) =>
    unbindWechat({ ctx, memberId: caller.signedIn.member.id, address: caller.address ?? '' }),
};
