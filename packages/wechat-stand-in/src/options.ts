/** Somebody who has the stand-in's WeChat. */
export type StandInUser = { id: string; nickname: string };

/** A web site registered with the open platform: `GET /connect/qrconnect`. */
export type WebsiteApp = {
  kind: 'website';
  appid: string;
  secret: string;
  name: string;
  /** Host (with its port) that `redirect_uri` must be on, as registered. */
  redirectHost: string;
  /** Whether it is bound to an open platform account, which is what gives a unionid. Default true. */
  isBound?: boolean;
};

/** How events are pushed to an official account's server. */
export type PushTarget = {
  /** Loopback only: nothing of a stand-in leaves the machine. */
  url: string;
  token: string;
  /** 43 characters; needed by `safe` and `compatible`. */
  encodingAesKey?: string;
  /** `compatible` sends the plain fields and `Encrypt` together. Default `plain`. */
  mode?: 'plain' | 'safe' | 'compatible';
};

/** A service account: web authorisation inside WeChat, QR codes with parameters, events. */
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
  /** Default: three. */
  users?: StandInUser[];
  /** Path it is mounted under in another server, `/wechat`; default none. */
  prefix?: string;
  /** Address others reach it at, without the prefix; default: what the request's Host says. */
  origin?: string;
  /** Keeps openids and unionids the same over restarts. */
  seed?: string;
  now?: () => number;
  /** Milliseconds a push waits for an answer; WeChat's are 5000. */
  pushTimeoutMs?: number;
  /** Seconds a sign-in's QR code lives. Default 300. */
  qrSeconds?: number;
  /** A refusal returns to the site with `state` alone, as the manual has it; the real page stays. */
  cancelRedirects?: boolean;
  /** `/connect/oauth2/authorize` refuses other browsers than WeChat's, as the real one. Default true. */
  requireMicroMessenger?: boolean;
};

export const DEFAULT_USERS: StandInUser[] = [
  { id: 'jia', nickname: '微信替身甲' },
  { id: 'yi', nickname: '微信替身乙 🖨️' },
  { id: 'bing', nickname: '<b>丙</b> & "引号"' },
];

/** Most of each kind of thing kept; the oldest goes first. */
export const MAX_ENTRIES = 2000;

/** Bytes of a request's body. */
export const LARGEST_BODY = 64 * 1024;

/** Characters of a request's path and query. */
export const LONGEST_URL = 8192;

/** Seconds things live, as the manuals have it. */
export const LIFE = {
  websiteCode: 300,
  officialCode: 600,
  accessToken: 7200,
  refreshToken: 30 * 86_400,
  /** An official account's former token once a new one was given. */
  formerToken: 300,
  longestQr: 2_592_000,
  defaultQr: 60,
};
