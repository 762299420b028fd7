import type { WechatWay } from '@yunbiao/contract';

/** Identity of a WeChat user in one of our apps. */
export type WechatPerson = {
  appid: string;
  /** Unique within that app only. */
  openid: string;
  /** The same in all apps of one open platform account. Null when the app belongs to no account. */
  unionid: string | null;
  /** Empty when WeChat does not provide it. */
  nickname: string;
};

/**
 * `web`: page of the open platform · `inside`: web authorization of the official account, inside
 * WeChat.
 */
export type WechatPages = 'web' | 'inside';

/** `payer`: web authorization without a prompt; returns only the openid. */
export type WechatMethod = WechatPages | 'payer';

/** Calls to WeChat's servers. All throw `ServiceError` with a message for people. */
export type Wechat = {
  /** Configured sign-in methods; never empty. */
  ways: readonly WechatWay[];
  /**
   * WeChat's authorization page, which redirects back with a code. Null when the method is not
   * configured.
   */
  getPage: (
    method: WechatMethod,
    back: string,
  ) => { url: string; embed: { scriptUrl: string; appid: string } | null } | null;
  /** Exchanges a code for the user's identity. A code works once. */
  getPerson: (method: WechatMethod, code: string) => Promise<WechatPerson>;
  /**
   * Creates a temporary QR code of the official account, valid for `seconds`. Returns the text to
   * encode.
   */
  createQr: (scene: string, seconds: number) => Promise<string>;
  /** Identity of a follower of the official account. */
  getFollower: (openid: string) => Promise<WechatPerson>;
  /** Empty without an official account. */
  officialAppid: string;
  /** True in a demo: the QR code contains the URL of a page that simulates the phone. */
  isStandIn: boolean;
};
