export { createAlipay } from './alipay/alipay.ts';
export type { AlipaySettings } from './alipay/gateway.ts';
export * from '../../platform/payment-channel.ts';
export { createSandbox, type SandboxCashier, signSandboxBody } from './sandbox/sandbox.ts';
export type { WechatPaySettings } from './wechat/settings.ts';
export { createWechatPay } from './wechat/wechat.ts';
