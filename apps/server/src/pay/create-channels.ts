import { type Channels, createAlipay, createWechatPay } from '@yunbiao/services';
import type { Config } from '../config/config.ts';

/** Callback path of a payment channel. */
export const buildPaymentNotifyPath = (name: string): string => `/np/api/pay/notify/${name}`;

/** Creates the configured channels. The server adds the demo channel. */
export const createPaymentChannels = ({ alipay, wechatPay, publicUrl }: Config): Channels => {
  const channelDeps = { fetch: globalThis.fetch, now: Date.now };
  return {
    ...(alipay
      ? { alipay: createAlipay(alipay, channelDeps, publicUrl + buildPaymentNotifyPath('alipay')) }
      : {}),
    ...(wechatPay
      ? {
          wechat: createWechatPay(
            wechatPay,
            channelDeps,
            publicUrl + buildPaymentNotifyPath('wechat'),
          ),
        }
      : {}),
  };
};
