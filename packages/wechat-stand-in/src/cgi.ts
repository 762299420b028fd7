import { LIFETIMES_S } from './options.ts';
import { createCgiAnswer, createNotFoundAnswer, createImageAnswer } from './answer.ts';
import type { Answer, StandInRequest } from './answer.ts';
import { encodeQrPng } from './png.ts';
import { getOfficialAccount, generateToken } from './state.ts';
import type { CgiToken, State, Ticket } from './state.ts';

const createErrorAnswer = (errcode: number, errmsg: string): Answer =>
  createCgiAnswer({ errcode, errmsg: `${errmsg} rid: ${generateToken(12)}` });

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const parseBody = (body: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? toRecord(value) : null;
  } catch {
    return null;
  }
};

const toTextOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

const checkAppCredentials = (state: State, appid: string, secret: string): Answer | null => {
  if (appid === '') return createErrorAnswer(41002, 'appid missing');
  const app = getOfficialAccount(state, appid);
  if (app === null) return createErrorAnswer(40013, 'invalid appid');
  if (secret === '') return createErrorAnswer(41004, 'appsecret missing');
  return app.secret === secret ? null : createErrorAnswer(40125, 'invalid appsecret');
};

const issueToken = (state: State, slot: string, appid: string): CgiToken => {
  const former = state.newest.get(slot);
  if (former !== undefined) {
    former.until = Math.min(former.until, state.now() + LIFETIMES_S.formerToken * 1000);
  }
  const until = state.now() + LIFETIMES_S.accessToken * 1000;
  const freshToken = { token: `88_${generateToken(90)}`, appid, until };
  state.newest.set(slot, freshToken);
  state.cgiTokens.set(freshToken.token, freshToken);
  return freshToken;
};

const createTokenAnswer = (state: State, token: CgiToken): Answer =>
  createCgiAnswer({
    access_token: token.token,
    expires_in: Math.ceil((token.until - state.now()) / 1000),
  });

/** Issues a new token on every call; the previous one expires five minutes later. */
export const issueAccessToken = (state: State, { query }: StandInRequest): Answer => {
  if (query.get('grant_type') !== 'client_credential')
    return createErrorAnswer(40002, 'invalid grant_type');
  const appid = query.get('appid') ?? '';
  const refusal = checkAppCredentials(state, appid, query.get('secret') ?? '');
  return refusal ?? createTokenAnswer(state, issueToken(state, `token:${appid}`, appid));
};

/** Returns the same token until it expires, independent of `/cgi-bin/token`. */
export const issueStableToken = (state: State, { body }: StandInRequest): Answer => {
  const input = parseBody(body);
  if (input === null) return createErrorAnswer(47001, 'data format error');
  if (input.grant_type !== 'client_credential')
    return createErrorAnswer(40002, 'invalid grant_type');
  const appid = toTextOrEmpty(input.appid);
  const refusal = checkAppCredentials(state, appid, toTextOrEmpty(input.secret));
  if (refusal !== null) return refusal;
  const current = state.newest.get(`stable:${appid}`);
  const isFresh =
    current !== undefined && current.until - state.now() > LIFETIMES_S.formerToken * 1000;
  if (isFresh && input.force_refresh !== true) return createTokenAnswer(state, current);
  return createTokenAnswer(state, issueToken(state, `stable:${appid}`, appid));
};

const resolveAppid = (state: State, query: URLSearchParams): string | Answer => {
  const accessToken = query.get('access_token') ?? '';
  if (accessToken === '') return createErrorAnswer(41001, 'access_token missing');
  const storedToken = state.cgiTokens.get(accessToken);
  if (storedToken === undefined) {
    return createErrorAnswer(40001, 'invalid credential, access_token is invalid or not latest');
  }
  return state.now() >= storedToken.until
    ? createErrorAnswer(42001, 'access_token expired')
    : storedToken.appid;
};

type QrScene = { scene: string; isText: boolean; isForEver: boolean };

const parseQrScene = (scene: Record<string, unknown>): QrScene | Answer => {
  const action = toTextOrEmpty(scene.action_name);
  const isText = action.endsWith('_STR_SCENE');
  const knownActions = ['QR_SCENE', 'QR_STR_SCENE', 'QR_LIMIT_SCENE', 'QR_LIMIT_STR_SCENE'];
  if (!knownActions.includes(action)) return createErrorAnswer(40052, 'invalid action name');
  const { scene_str: name, scene_id: id } = toRecord(toRecord(scene.action_info).scene);
  const isForEver = action.startsWith('QR_LIMIT');
  if (isText) {
    const isFine = typeof name === 'string' && name.length >= 1 && name.length <= 64;
    return isFine
      ? { scene: name, isText, isForEver }
      : createErrorAnswer(40053, 'invalid action info');
  }
  const isFine = typeof id === 'number' && Number.isInteger(id) && id > 0 && id < 2 ** 32;
  return isFine
    ? { scene: String(id), isText, isForEver }
    : createErrorAnswer(40053, 'invalid action info');
};

export const createQrTicket = (state: State, { query, body, base }: StandInRequest): Answer => {
  const appid = resolveAppid(state, query);
  if (typeof appid !== 'string') return appid;
  const input = parseBody(body);
  if (input === null) return createErrorAnswer(47001, 'data format error');
  const parsedScene = parseQrScene(input);
  if ('status' in parsedScene) return parsedScene;
  const seconds = input.expire_seconds ?? LIFETIMES_S.defaultQr;
  const isFine = typeof seconds === 'number' && Number.isInteger(seconds) && seconds > 0;
  if (!isFine) return createErrorAnswer(40097, 'invalid args');
  const life = Math.min(seconds, LIFETIMES_S.longestQr);
  const ticket: Ticket = {
    ticket: `gQ${generateToken(60)}==`,
    short: generateToken(15),
    appid,
    scene: parsedScene.scene,
    isText: parsedScene.isText,
    until: parsedScene.isForEver ? Infinity : state.now() + life * 1000,
  };
  state.tickets.set(ticket.ticket, ticket);
  state.shortTickets.set(ticket.short, ticket);
  const limit = parsedScene.isForEver ? {} : { expire_seconds: life };
  return createCgiAnswer({ ticket: ticket.ticket, ...limit, url: `${base}/q/${ticket.short}` });
};

/** QR code image of a ticket. Like WeChat, it answers 404 to an unknown ticket. */
export const showTicketQrCode = (state: State, { query, base }: StandInRequest): Answer => {
  const ticket = state.tickets.get(query.get('ticket') ?? '');
  if (ticket === undefined || state.now() >= ticket.until) return createNotFoundAnswer();
  return createImageAnswer(encodeQrPng(`${base}/q/${ticket.short}`));
};

/** Nickname and avatar are '' as in WeChat since 2021. */
export const getFollowerInfo = (state: State, { query }: StandInRequest): Answer => {
  const appid = resolveAppid(state, query);
  if (typeof appid !== 'string') return appid;
  const openid = query.get('openid') ?? '';
  const user = state.findUserByOpenid(appid, openid);
  if (user === undefined) return createErrorAnswer(40003, 'invalid openid');
  const follower = state.followers.get(`${appid} ${user.id}`);
  if (follower === undefined) return createCgiAnswer({ subscribe: 0, openid, tagid_list: [] });
  const isBound = state.apps.get(appid)?.isBound !== false;
  return createCgiAnswer({
    subscribe: 1,
    openid,
    nickname: '',
    sex: 0,
    language: 'zh_CN',
    city: '',
    province: '',
    country: '',
    headimgurl: '',
    subscribe_time: Math.floor(follower.at / 1000),
    ...(isBound ? { unionid: state.deriveUnionid(user.id) } : {}),
    remark: '',
    groupid: 0,
    tagid_list: [],
    subscribe_scene: follower.scene === '' ? 'ADD_SCENE_SEARCH' : 'ADD_SCENE_QR_CODE',
    qr_scene: 0,
    qr_scene_str: follower.scene,
  });
};
