export { unbindWechat } from './account.ts';
export type { WechatCaller } from './start-page.ts';
export { redeemWechatTicket, startWechatSignIn, completeWechatRedirectSignIn } from './pages.ts';
export { startPayerLookup, findPayerOpenId } from './payer.ts';
export { answerWechatConfirmation, getWechatConfirmation } from './confirm.ts';
export { createWechatQrSignIn, pollWechatQrSignIn, handleWechatScan } from './scene.ts';
export { deleteExpiredSignIns } from './pending-sign-in.ts';
export type {
  Wechat,
  WechatPages,
  WechatPerson,
  WechatMethod,
} from '../../platform/wechat-vendor.ts';
