import { LIFETIMES_S } from './options.ts';
import { createSnsAnswer } from './answer.ts';
import type { Answer, StandInRequest } from './answer.ts';
import { generateToken } from './state.ts';
import type { Scope, SnsToken, State } from './state.ts';

const createErrorAnswer = (errcode: number, errmsg: string): Answer =>
  createSnsAnswer({ errcode, errmsg: `${errmsg}, rid: ${generateToken(12)}` });

const checkAppCredentials = (state: State, query: URLSearchParams): Answer | null => {
  const appid = query.get('appid') ?? '';
  const secret = query.get('secret') ?? '';
  if (appid === '') return createErrorAnswer(41002, 'appid missing');
  const app = state.apps.get(appid);
  if (app === undefined) return createErrorAnswer(40013, 'invalid appid');
  if (secret === '') return createErrorAnswer(41004, 'appsecret missing');
  return app.secret === secret ? null : createErrorAnswer(40125, 'invalid appsecret');
};

const canSeeUnionid = (state: State, { appid, scope }: SnsToken): boolean =>
  scope !== 'snsapi_base' && state.apps.get(appid)?.isBound !== false;

const grantTokens = (
  state: State,
  of: { appid: string; userId: string; scope: Scope },
  old?: string,
) => {
  const accessToken = `99_${generateToken(60)}`;
  const refreshToken = old ?? `99_${generateToken(60)}`;
  const grant = { appid: of.appid, userId: of.userId, scope: of.scope };
  const access = { ...grant, until: state.now() + LIFETIMES_S.accessToken * 1000 };
  state.accessTokens.set(accessToken, access);
  if (old === undefined) {
    const until = state.now() + LIFETIMES_S.refreshToken * 1000;
    state.refreshTokens.set(refreshToken, { ...grant, until });
  }
  return {
    access_token: accessToken,
    expires_in: LIFETIMES_S.accessToken,
    refresh_token: refreshToken,
    openid: state.deriveOpenid(of.appid, of.userId),
    scope: of.scope,
    ...(canSeeUnionid(state, access) && old === undefined
      ? { unionid: state.deriveUnionid(of.userId) }
      : {}),
  };
};

export const exchangeCode = (state: State, { query }: StandInRequest): Answer => {
  const refusal = checkAppCredentials(state, query);
  if (refusal !== null) return refusal;
  const code = query.get('code') ?? '';
  if (code === '') return createErrorAnswer(41008, 'missing code');
  if (query.get('grant_type') !== 'authorization_code')
    return createErrorAnswer(40002, 'invalid grant_type');
  const storedCode = state.codes.get(code);
  if (storedCode === undefined || storedCode.appid !== query.get('appid'))
    return createErrorAnswer(40029, 'invalid code');
  if (storedCode.isUsed) return createErrorAnswer(40163, 'code been used');
  if (state.now() >= storedCode.until) return createErrorAnswer(42003, 'code expired');
  storedCode.isUsed = true;
  return createSnsAnswer(grantTokens(state, storedCode));
};

export const refreshToken = (state: State, { query }: StandInRequest): Answer => {
  const app = state.apps.get(query.get('appid') ?? '');
  if (app === undefined) return createErrorAnswer(40013, 'invalid appid');
  if (query.get('grant_type') !== 'refresh_token')
    return createErrorAnswer(40002, 'invalid grant_type');
  const refresh = query.get('refresh_token') ?? '';
  if (refresh === '') return createErrorAnswer(41003, 'missing refresh_token');
  const storedToken = state.refreshTokens.get(refresh);
  if (storedToken === undefined || storedToken.appid !== app.appid)
    return createErrorAnswer(40030, 'invalid refresh_token');
  if (state.now() >= storedToken.until) return createErrorAnswer(42002, 'refresh_token expired');
  return createSnsAnswer(grantTokens(state, storedToken, refresh));
};

const findTokenOrError = (state: State, query: URLSearchParams): SnsToken | Answer => {
  const accessToken = query.get('access_token') ?? '';
  if (accessToken === '') return createErrorAnswer(41001, 'access_token missing');
  const storedToken = state.accessTokens.get(accessToken);
  if (storedToken === undefined) {
    return createErrorAnswer(40001, 'invalid credential, access_token is invalid or not latest');
  }
  if (state.now() >= storedToken.until) return createErrorAnswer(42001, 'access_token expired');
  if ((query.get('openid') ?? '') === '') return createErrorAnswer(41009, 'missing openid');
  const isTheirs =
    query.get('openid') === state.deriveOpenid(storedToken.appid, storedToken.userId);
  return isTheirs ? storedToken : createErrorAnswer(40003, 'invalid openid');
};

export const checkToken = (state: State, { query }: StandInRequest): Answer => {
  const tokenOrError = findTokenOrError(state, query);
  return 'status' in tokenOrError ? tokenOrError : createSnsAnswer({ errcode: 0, errmsg: 'ok' });
};

export const getUserInfo = (state: State, { query, base }: StandInRequest): Answer => {
  const tokenOrError = findTokenOrError(state, query);
  if ('status' in tokenOrError) return tokenOrError;
  if (tokenOrError.scope === 'snsapi_base') return createErrorAnswer(48001, 'api unauthorized');
  const user = state.users.get(tokenOrError.userId);
  if (user === undefined) return createErrorAnswer(40003, 'invalid openid');
  return createSnsAnswer({
    openid: state.deriveOpenid(tokenOrError.appid, user.id),
    nickname: user.nickname,
    sex: 0,
    language: '',
    city: '',
    province: '',
    country: '',
    headimgurl: `${base}/mmopen/${encodeURIComponent(user.id)}/132`,
    privilege: [],
    ...(canSeeUnionid(state, tokenOrError) ? { unionid: state.deriveUnionid(user.id) } : {}),
  });
};
