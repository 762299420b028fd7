import { createHmac, randomBytes } from 'node:crypto';
import { BoundedMap } from './bounded-map.ts';
import { DEFAULT_USERS, LIFETIMES_S } from './options.ts';
import type { OfficialAccount, StandInApp, StandInUser, WechatStandInOptions } from './options.ts';

export type SignInState = 'waiting' | 'scanned' | 'confirmed' | 'cancelled' | 'expired';

/** A QR code of `/connect/qrconnect` on a screen. */
export type SignIn = {
  uuid: string;
  appid: string;
  redirectUri: string;
  state: string;
  at: number;
  phase: SignInState;
  userId: string | null;
  code: string | null;
};

export type Scope = 'snsapi_login' | 'snsapi_base' | 'snsapi_userinfo';

export type Code = {
  appid: string;
  userId: string;
  scope: Scope;
  until: number;
  isUsed: boolean;
};

export type SnsToken = { appid: string; userId: string; scope: Scope; until: number };

export type CgiToken = { token: string; appid: string; until: number };

/** A QR code with a parameter of an official account. */
export type Ticket = {
  ticket: string;
  short: string;
  appid: string;
  scene: string;
  isText: boolean;
  until: number;
};

export type Follower = { at: number; scene: string };

export const generateToken = (bytes: number): string => randomBytes(bytes).toString('base64url');

export type State = ReturnType<typeof createStandInState>;

export const createStandInState = (options: WechatStandInOptions) => {
  const apps = new Map<string, StandInApp>(options.apps.map((app) => [app.appid, app]));
  const users = new Map<string, StandInUser>(
    (options.users ?? DEFAULT_USERS).map((user) => [user.id, user]),
  );
  const now = options.now ?? Date.now;
  const deriveBytes = (of: string): Buffer =>
    createHmac('sha256', options.seed ?? 'wechat-stand-in')
      .update(of)
      .digest();
  const derivePublicId = (of: string): string =>
    `o${deriveBytes(of).toString('base64url').slice(0, 27)}`;
  return {
    options,
    apps,
    users,
    now,
    getSeconds: () => Math.floor(now() / 1000),
    signIns: new BoundedMap<SignIn>(),
    codes: new BoundedMap<Code>(),
    accessTokens: new BoundedMap<SnsToken>(),
    refreshTokens: new BoundedMap<SnsToken>(),
    cgiTokens: new BoundedMap<CgiToken>(),
    /** Newest token per account: `token:appid` and `stable:appid`. */
    newest: new BoundedMap<CgiToken>(),
    tickets: new BoundedMap<Ticket>(),
    shortTickets: new BoundedMap<Ticket>(),
    followers: new BoundedMap<Follower>(),
    derive: deriveBytes,
    deriveOpenid: (appid: string, userId: string): string =>
      derivePublicId(`openid ${appid} ${userId}`),
    deriveUnionid: (userId: string): string => derivePublicId(`unionid ${userId}`),
    findUserByOpenid: (appid: string, openid: string): StandInUser | undefined =>
      [...users.values()].find((user) => derivePublicId(`openid ${appid} ${user.id}`) === openid),
  };
};

export const getOfficialAccount = (state: State, appid: string): OfficialAccount | null => {
  const app = state.apps.get(appid);
  return app?.kind === 'official' ? app : null;
};

/** State of a sign-in. An open one expires after `qrSeconds`. */
export const getSignInPhase = (state: State, signIn: SignIn): SignInState => {
  const life = (state.options.qrSeconds ?? 300) * 1000;
  const isOpen = signIn.phase === 'waiting' || signIn.phase === 'scanned';
  if (isOpen && state.now() >= signIn.at + life) signIn.phase = 'expired';
  return signIn.phase;
};

export const issueCode = (state: State, appid: string, userId: string, scope: Scope): string => {
  const code = `0${generateToken(15)}0w3`;
  const life = scope === 'snsapi_login' ? LIFETIMES_S.websiteCode : LIFETIMES_S.officialCode;
  state.codes.set(code, {
    appid,
    userId,
    scope,
    until: state.now() + life * 1000,
    isUsed: false,
  });
  return code;
};

/** Appends WeChat's parameters to `redirect_uri`; a fragment stays at the end. */
export const buildReturnUrl = (redirectUri: string, parameters: Record<string, string>): string => {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value);
  return url.href;
};
