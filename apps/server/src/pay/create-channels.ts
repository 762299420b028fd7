import { type Channels, createAlipay, createWechatPay } from '@yunbiao/services';
import type { Config } from '../config.ts';

/** Where a channel tells of payments. */
export const notifyPath = (name: string): string => `/np/api/pay/notify/${name}`;

/** The channels that are configured; the demo's own comes with the server. */
export const createChannels = ({ alipay, wechatPay, publicUrl }: Config): Channels => {
  const outside = { fetch: globalThis.fetch, now: Date.now };
  return {
    ...(alipay ? { alipay: createAlipay(alipay, outside, publicUrl + notifyPath('alipay')) } : {}),
    ...(wechatPay
      ? { wechat: createWechatPay(wechatPay, outside, publicUrl + notifyPath('wechat')) }
      : {}),
  };
};
