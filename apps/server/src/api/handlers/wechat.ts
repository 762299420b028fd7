import {
  mpLoginQrcode,
  wechatAnswer,
  wechatAsk,
  type WechatCaller,
  wechatEnter,
  wechatPoll,
  wechatStart,
  wechatUnbind,
  wxLogin,
} from '@yunbiao/services';
import type { Caller, Handlers } from '../handler.ts';

export const getWechatCaller = (caller: Caller): WechatCaller => ({
  origin: {
    address: caller.address ?? '',
    userAgent: caller.userAgent,
    device: caller.device,
  },
  site: caller.site,
  browser: caller.wechatBrowser,
  signedIn: caller.signedIn,
});

/** The browser keeps its secret in a cookie: it is no part of the reply, which scripts read. */
const kept = <T extends { device?: string }>(caller: Caller, { device, ...reply }: T) => {
  if (device !== undefined) caller.keepDevice(device);
  return reply;
};

export const wechatHandlers: Pick<
  Handlers,
  | 'wxLogin'
  | 'mpLoginQrcode'
  | 'wechatBindQrcode'
  | 'wechatPoll'
  | 'wechatStart'
  | 'wechatAsk'
  | 'wechatAnswer'
  | 'wechatEnter'
  | 'wechatUnbind'
> = {
  wxLogin: async ({ ctx, input, caller }) =>
    kept(caller, await wxLogin({ ctx, input, caller: getWechatCaller(caller) })),
  mpLoginQrcode: ({ ctx, caller }) =>
    mpLoginQrcode({ ctx, caller: getWechatCaller(caller), purpose: 'login' }),
  wechatBindQrcode: ({ ctx, caller }) =>
    mpLoginQrcode({ ctx, caller: getWechatCaller(caller), purpose: 'bind' }),
  wechatPoll: async ({ ctx, input: { secret }, caller }) =>
    kept(caller, await wechatPoll({ ctx, secret, caller: getWechatCaller(caller) })),
  wechatStart: async ({ ctx, input, caller }) => {
    const { browser, ...reply } = await wechatStart({
      ctx,
      input,
      caller: getWechatCaller(caller),
    });
    caller.keepWechatBrowser(browser);
    return reply;
  },
  wechatAsk: ({ ctx, input: { key } }) => wechatAsk({ ctx, key }),
  wechatEnter: async ({ ctx, input: { ticket }, caller }) =>
    kept(caller, await wechatEnter({ ctx, ticket, caller: getWechatCaller(caller) })),
  wechatAnswer: async ({ ctx, input }) => ({ to: await wechatAnswer({ ctx, input }) }),
  wechatUnbind: ({ ctx, caller }) =>
    wechatUnbind({ ctx, memberId: caller.signedIn.member.id, address: caller.address ?? '' }),
};
