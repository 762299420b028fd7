/** OAuth scope of WeChat's sign-in, fixed in docs/promises.md. */
export const WECHAT_SCOPE = 'snsapi_login';
/**
 * OAuth state of a sign-in, the same for every request: data of one browser is in the return URL.
 */
export const WECHAT_STATE = 'yunbiao';

/** WeChat sign-in methods: open platform and official account. */
export const WECHAT_WAYS = ['web', 'official'] as const;
export type WechatWay = (typeof WECHAT_WAYS)[number];

/** Seconds a QR code and a WeChat authorization are valid. */
export const WECHAT_QR_S = 300;
/** Characters of our secrets, and maximum length of a WeChat code. */
export const WECHAT_SECRET_LENGTH = 43;
export const WECHAT_CODE_LENGTH = 512;
/** Characters of the return path. */
export const WECHAT_PATH_LENGTH = 1000;
