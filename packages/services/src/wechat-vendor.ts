import type { WechatWay } from '@yunbiao/contract';

/** Who somebody is, as WeChat tells one of our apps. */
export type WechatPerson = {
  appid: string;
  /** Of that app alone. */
  openid: string;
  /** The same in all apps of one open platform account; null when the app belongs to none. */
  unionid: string | null;
  /** '' when WeChat does not tell. */
  nickname: string;
};

/** `web`: the open platform's page · `inside`: web authorisation of the official account, within WeChat. */
export type WechatPages = 'web' | 'inside';

/** `payer`: web authorisation that asks nothing and tells the openid alone. */
export type WechatWays = WechatPages | 'payer';

/** What verbs ask of WeChat's servers. All throw `ServiceError` with a sentence for people. */
export type Wechat = {
  /** What is configured; never empty. */
  ways: readonly WechatWay[];
  /** The page of WeChat's that leads back with a code; null when that way is not configured. */
  getPage: (
    way: WechatWays,
    back: string,
  ) => { url: string; embed: { scriptUrl: string; appid: string } | null } | null;
  /** Whose code it is; a code is good once. */
  getPerson: (way: WechatWays, code: string) => Promise<WechatPerson>;
  /** A QR code of the official account that lives so many seconds: the text to draw. */
  createQr: (scene: string, seconds: number) => Promise<string>;
  /** Whoever follows the official account. */
  getFollower: (openid: string) => Promise<WechatPerson>;
  /** '' without an official account. */
  officialAppid: string;
  /** In a demo, the text of a QR code is a page that stands in for the phone. */
  isStandIn: boolean;
};
