export { wechatUnbind } from './account.ts';
export type { WechatCaller } from './start-page.ts';
export { wechatEnter, wechatStart, wxLogin } from './pages.ts';
export { startPayerLookup, findPayerOpenId } from './payer.ts';
export { wechatAnswer, wechatAsk } from './confirm.ts';
export { mpLoginQrcode, wechatPoll, wechatScanned } from './scene.ts';
export { deleteExpiredSignIns } from './pending-sign-in.ts';
export type {
  Wechat,
  WechatPages,
  WechatPerson,
  WechatMethod,
} from '../../platform/wechat-vendor.ts';
