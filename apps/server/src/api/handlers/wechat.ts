import {
  mpLoginQrcode,
  wechatAnswer,
  wechatAsk,
  type WechatCaller,
  wechatPoll,
  wechatStart,
  wechatUnbind,
  wxLogin,
} from '@yunbiao/services';
import type { Caller, Handlers } from '../handler.ts';

const callerOf = (caller: Caller): WechatCaller => ({
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
  | 'wechatUnbind'
> = {
  wxLogin: async ({ ctx, input, caller }) =>
    kept(caller, await wxLogin({ ctx, input, caller: callerOf(caller) })),
  mpLoginQrcode: ({ ctx, caller }) =>
    mpLoginQrcode({ ctx, caller: callerOf(caller), purpose: 'login' }),
  wechatBindQrcode: ({ ctx, caller }) =>
    mpLoginQrcode({ ctx, caller: callerOf(caller), purpose: 'bind' }),
  wechatPoll: async ({ ctx, input: { secret }, caller }) =>
    kept(caller, await wechatPoll({ ctx, secret, caller: callerOf(caller) })),
  wechatStart: async ({ ctx, input, caller }) => {
    const { browser, ...reply } = await wechatStart({ ctx, input, caller: callerOf(caller) });
    caller.keepWechatBrowser(browser);
    return reply;
  },
  wechatAsk: ({ ctx, input: { key } }) => wechatAsk({ ctx, key }),
  wechatAnswer: async ({ ctx, input }) => {
    await wechatAnswer({ ctx, input });
    return {};
  },
  wechatUnbind: ({ ctx, caller }) =>
    wechatUnbind({ ctx, memberId: caller.signedIn.member.id, address: caller.address ?? '' }),
};
