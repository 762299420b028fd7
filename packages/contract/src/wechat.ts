/** Fixed in docs/promises.md. */
export const WECHAT_SCOPE = 'snsapi_login';
/** The same for everybody: what belongs to one browser is in the return address. */
export const WECHAT_STATE = 'yunbiao';

/** Ways to sign in with WeChat: the open platform's page, and an official account. */
export const WECHAT_WAYS = ['web', 'official'] as const;
export type WechatWay = (typeof WECHAT_WAYS)[number];

/** Seconds a QR code on the page lives, and a way through WeChat's pages. */
export const WECHAT_QR_S = 300;
/** Characters of a secret of ours, and the most of a code of WeChat's. */
export const WECHAT_SECRET_LENGTH = 43;
export const WECHAT_CODE_LENGTH = 512;
/** Characters of the own path one returns to. */
export const WECHAT_PATH_LENGTH = 1000;
