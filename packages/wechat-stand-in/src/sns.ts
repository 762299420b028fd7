import { LIFE } from './options.ts';
import { snsJson } from './answer.ts';
import type { Answer, Asked } from './answer.ts';
import { token } from './state.ts';
import type { Scope, SnsToken, State } from './state.ts';

const error = (errcode: number, errmsg: string): Answer =>
  snsJson({ errcode, errmsg: `${errmsg}, rid: ${token(12)}` });

const refuseApp = (state: State, query: URLSearchParams): Answer | null => {
  const appid = query.get('appid') ?? '';
  const secret = query.get('secret') ?? '';
  if (appid === '') return error(41002, 'appid missing');
  const app = state.apps.get(appid);
  if (app === undefined) return error(40013, 'invalid appid');
  if (secret === '') return error(41004, 'appsecret missing');
  return app.secret === secret ? null : error(40125, 'invalid appsecret');
};

const givesUnionid = (state: State, { appid, scope }: SnsToken): boolean =>
  scope !== 'snsapi_base' && state.apps.get(appid)?.isBound !== false;

const grant = (state: State, of: { appid: string; userId: string; scope: Scope }, old?: string) => {
  const accessToken = `99_${token(60)}`;
  const refreshToken = old ?? `99_${token(60)}`;
  const held = { appid: of.appid, userId: of.userId, scope: of.scope };
  const access = { ...held, until: state.now() + LIFE.accessToken * 1000 };
  state.accessTokens.set(accessToken, access);
  if (old === undefined) {
    const until = state.now() + LIFE.refreshToken * 1000;
    state.refreshTokens.set(refreshToken, { ...held, until });
  }
  return {
    access_token: accessToken,
    expires_in: LIFE.accessToken,
    refresh_token: refreshToken,
    openid: state.openid(of.appid, of.userId),
    scope: of.scope,
    ...(givesUnionid(state, access) && old === undefined
      ? { unionid: state.unionid(of.userId) }
      : {}),
  };
};

export const exchangeCode = (state: State, { query }: Asked): Answer => {
  const refused = refuseApp(state, query);
  if (refused !== null) return refused;
  const code = query.get('code') ?? '';
  if (code === '') return error(41008, 'missing code');
  if (query.get('grant_type') !== 'authorization_code') return error(40002, 'invalid grant_type');
  const held = state.codes.get(code);
  if (held === undefined || held.appid !== query.get('appid')) return error(40029, 'invalid code');
  if (held.isUsed) return error(40163, 'code been used');
  if (state.now() >= held.until) return error(42003, 'code expired');
  held.isUsed = true;
  return snsJson(grant(state, held));
};

export const refreshToken = (state: State, { query }: Asked): Answer => {
  const app = state.apps.get(query.get('appid') ?? '');
  if (app === undefined) return error(40013, 'invalid appid');
  if (query.get('grant_type') !== 'refresh_token') return error(40002, 'invalid grant_type');
  const refresh = query.get('refresh_token') ?? '';
  if (refresh === '') return error(41003, 'missing refresh_token');
  const held = state.refreshTokens.get(refresh);
  if (held === undefined || held.appid !== app.appid) return error(40030, 'invalid refresh_token');
  if (state.now() >= held.until) return error(42002, 'refresh_token expired');
  return snsJson(grant(state, held, refresh));
};

const getToken = (state: State, query: URLSearchParams): SnsToken | Answer => {
  const accessToken = query.get('access_token') ?? '';
  if (accessToken === '') return error(41001, 'access_token missing');
  const held = state.accessTokens.get(accessToken);
  if (held === undefined) {
    return error(40001, 'invalid credential, access_token is invalid or not latest');
  }
  if (state.now() >= held.until) return error(42001, 'access_token expired');
  if ((query.get('openid') ?? '') === '') return error(41009, 'missing openid');
  const isTheirs = query.get('openid') === state.openid(held.appid, held.userId);
  return isTheirs ? held : error(40003, 'invalid openid');
};

export const checkToken = (state: State, { query }: Asked): Answer => {
  const held = getToken(state, query);
  return 'status' in held ? held : snsJson({ errcode: 0, errmsg: 'ok' });
};

export const userInfo = (state: State, { query, base }: Asked): Answer => {
  const held = getToken(state, query);
  if ('status' in held) return held;
  if (held.scope === 'snsapi_base') return error(48001, 'api unauthorized');
  const user = state.users.get(held.userId);
  if (user === undefined) return error(40003, 'invalid openid');
  return snsJson({
    openid: state.openid(held.appid, user.id),
    nickname: user.nickname,
    sex: 0,
    language: '',
    city: '',
    province: '',
    country: '',
    headimgurl: `${base}/mmopen/${encodeURIComponent(user.id)}/132`,
    privilege: [],
    ...(givesUnionid(state, held) ? { unionid: state.unionid(user.id) } : {}),
  });
};
