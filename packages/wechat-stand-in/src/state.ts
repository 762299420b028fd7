import { createHmac, randomBytes } from 'node:crypto';
import { Kept } from './kept.ts';
import { DEFAULT_USERS, LIFE } from './options.ts';
import type { OfficialAccount, StandInApp, StandInUser, WechatStandInOptions } from './options.ts';

export type SignInState = 'waiting' | 'scanned' | 'confirmed' | 'cancelled' | 'expired';

/** A QR code of `/connect/qrconnect` on somebody's screen. */
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

/** A QR code with a parameter, of an official account. */
export type Ticket = {
  ticket: string;
  short: string;
  appid: string;
  scene: string;
  isText: boolean;
  until: number;
};

export type Follower = { at: number; scene: string };

export const token = (bytes: number): string => randomBytes(bytes).toString('base64url');

export type State = ReturnType<typeof createState>;

export const createState = (options: WechatStandInOptions) => {
  const apps = new Map<string, StandInApp>(options.apps.map((app) => [app.appid, app]));
  const users = new Map<string, StandInUser>(
    (options.users ?? DEFAULT_USERS).map((user) => [user.id, user]),
  );
  const now = options.now ?? Date.now;
  const derive = (of: string): Buffer =>
    createHmac('sha256', options.seed ?? 'wechat-stand-in')
      .update(of)
      .digest();
  const getId = (of: string): string => `o${derive(of).toString('base64url').slice(0, 27)}`;
  return {
    options,
    apps,
    users,
    now,
    seconds: () => Math.floor(now() / 1000),
    signIns: new Kept<SignIn>(),
    codes: new Kept<Code>(),
    accessTokens: new Kept<SnsToken>(),
    refreshTokens: new Kept<SnsToken>(),
    cgiTokens: new Kept<CgiToken>(),
    /** Newest of each account: `token:appid` and `stable:appid`. */
    newest: new Kept<CgiToken>(),
    tickets: new Kept<Ticket>(),
    shortTickets: new Kept<Ticket>(),
    followers: new Kept<Follower>(),
    derive,
    openid: (appid: string, userId: string): string => getId(`openid ${appid} ${userId}`),
    unionid: (userId: string): string => getId(`unionid ${userId}`),
    userOfOpenid: (appid: string, openid: string): StandInUser | undefined =>
      [...users.values()].find((user) => getId(`openid ${appid} ${user.id}`) === openid),
  };
};

export const getOfficial = (state: State, appid: string): OfficialAccount | null => {
  const app = state.apps.get(appid);
  return app?.kind === 'official' ? app : null;
};

/** What a sign-in has come to: a QR code nobody confirmed in time has expired. */
export const getPhase = (state: State, signIn: SignIn): SignInState => {
  const life = (state.options.qrSeconds ?? 300) * 1000;
  const isOpen = signIn.phase === 'waiting' || signIn.phase === 'scanned';
  if (isOpen && state.now() >= signIn.at + life) signIn.phase = 'expired';
  return signIn.phase;
};

export const issueCode = (state: State, appid: string, userId: string, scope: Scope): string => {
  const code = `0${token(15)}0w3`;
  const life = scope === 'snsapi_login' ? LIFE.websiteCode : LIFE.officialCode;
  state.codes.set(code, {
    appid,
    userId,
    scope,
    until: state.now() + life * 1000,
    isUsed: false,
  });
  return code;
};

/** `redirect_uri` with what WeChat adds; a fragment stays behind it. */
export const returnTo = (redirectUri: string, added: Record<string, string>): string => {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(added)) url.searchParams.append(name, value);
  return url.href;
};
