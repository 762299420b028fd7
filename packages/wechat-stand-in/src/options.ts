/** A WeChat user of the stand-in. */
export type StandInUser = { id: string; nickname: string };

/** A website app of the open platform: `GET /connect/qrconnect`. */
export type WebsiteApp = {
  kind: 'website';
  appid: string;
  secret: string;
  name: string;
  /** Registered host, with port, that `redirect_uri` must have. */
  redirectHost: string;
  /** Whether it is bound to an open platform account, which provides the unionid. Default true. */
  isBound?: boolean;
};

/** Event push to an official account's server. */
export type PushTarget = {
  /** Loopback only, so that the stand-in sends nothing to other machines. */
  url: string;
  token: string;
  /** 43 characters; required by `safe` and `compatible`. */
  encodingAesKey?: string;
  /** `compatible` sends the plain fields together with `Encrypt`. Default `plain`. */
  mode?: 'plain' | 'safe' | 'compatible';
};

/** A service account: web authorization inside WeChat, QR codes with parameters, events. */
export type OfficialAccount = {
  kind: 'official';
  appid: string;
  secret: string;
  name: string;
  redirectHost: string;
  isBound?: boolean;
  /** `ToUserName` of its events, `gh_…`. */
  originalId: string;
  push?: PushTarget;
};

export type StandInApp = WebsiteApp | OfficialAccount;

export type WechatStandInOptions = {
  apps: StandInApp[];
  /** Default: three users. */
  users?: StandInUser[];
  /** Path it is mounted at in another server, e.g. `/wechat`; default none. */
  prefix?: string;
  /** Public origin without the prefix; default: from the request's Host header. */
  origin?: string;
  /** Keeps openids and unionids stable across restarts. */
  seed?: string;
  now?: () => number;
  /** Timeout of a push, ms; WeChat uses 5000. */
  pushTimeoutMs?: number;
  /** Seconds a sign-in QR code is valid. Default 300. */
  qrSeconds?: number;
  /**
   * A refusal redirects to the site with `state` alone, as documented; the real page does not
   * redirect.
   */
  cancelRedirects?: boolean;
  /**
   * `/connect/oauth2/authorize` rejects other browsers than WeChat's, as the real one does. Default
   * true.
   */
  requireMicroMessenger?: boolean;
};

export const DEFAULT_USERS: StandInUser[] = [
  { id: 'jia', nickname: '微信替身甲' },
  { id: 'yi', nickname: '微信替身乙 🖨️' },
  { id: 'bing', nickname: '<b>丙</b> & "引号"' },
];

/** Maximum entries per kind; the oldest is evicted first. */
export const MAX_ENTRIES = 2000;

/** Maximum bytes of a request body. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Maximum characters of a request's path and query. */
export const MAX_URL_LENGTH = 8192;

/** Lifetimes in seconds, from WeChat's documentation. */
export const LIFETIMES_S = {
  websiteCode: 300,
  officialCode: 600,
  accessToken: 7200,
  refreshToken: 30 * 86_400,
  /** Remaining life of an official account's previous token after a new one is issued. */
  formerToken: 300,
  longestQr: 2_592_000,
  defaultQr: 60,
};
