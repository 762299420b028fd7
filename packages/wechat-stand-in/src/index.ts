export { createWechatStandIn } from './stand-in.ts';
export type { WechatStandIn } from './stand-in.ts';
export type {
  OfficialAccount,
  PushTarget,
  StandInApp,
  StandInUser,
  WebsiteApp,
  WechatStandInOptions,
} from './options.ts';
export type { Fault } from './wechat-faults.ts';
export type { Delivery, Parcel, PushTry } from './push.ts';
export type { SignIn, SignInState } from './state.ts';
