export { wechatUnbind } from './account.ts';
export { type WechatCaller, wechatStart, wxLogin } from './pages.ts';
export { mpLoginQrcode, wechatAnswer, wechatAsk, wechatPoll, wechatScanned } from './scene.ts';
export { sweepWechat } from './under-way.ts';
export type { Wechat, WechatPages, WechatPerson } from '../wechat-vendor.ts';
