export { wechatUnbind } from './account.ts';
export type { WechatCaller } from './begin-page.ts';
export { wechatEnter, wechatStart, wxLogin } from './pages.ts';
export { askPayer, payerOpenId } from './payer.ts';
export { wechatAnswer, wechatAsk } from './confirm.ts';
export { mpLoginQrcode, wechatPoll, wechatScanned } from './scene.ts';
export { sweepWechat } from './under-way.ts';
export type { Wechat, WechatPages, WechatPerson, WechatWays } from '../wechat-vendor.ts';
