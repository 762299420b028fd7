import { LIFE } from './options.ts';
import { cgiJson, missing, image } from './answer.ts';
import type { Answer, Asked } from './answer.ts';
import { qrPng } from './png.ts';
import { getOfficial, token } from './state.ts';
import type { CgiToken, State, Ticket } from './state.ts';

const error = (errcode: number, errmsg: string): Answer =>
  cgiJson({ errcode, errmsg: `${errmsg} rid: ${token(12)}` });

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const parse = (body: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? record(value) : null;
  } catch {
    return null;
  }
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const refuseApp = (state: State, appid: string, secret: string): Answer | null => {
  if (appid === '') return error(41002, 'appid missing');
  const app = getOfficial(state, appid);
  if (app === null) return error(40013, 'invalid appid');
  if (secret === '') return error(41004, 'appsecret missing');
  return app.secret === secret ? null : error(40125, 'invalid appsecret');
};

const issue = (state: State, slot: string, appid: string): CgiToken => {
  const former = state.newest.get(slot);
  if (former !== undefined) {
    former.until = Math.min(former.until, state.now() + LIFE.formerToken * 1000);
  }
  const until = state.now() + LIFE.accessToken * 1000;
  const fresh = { token: `88_${token(90)}`, appid, until };
  state.newest.set(slot, fresh);
  state.cgiTokens.set(fresh.token, fresh);
  return fresh;
};

const given = (state: State, held: CgiToken): Answer =>
  cgiJson({
    access_token: held.token,
    expires_in: Math.ceil((held.until - state.now()) / 1000),
  });

/** A new token each time, which ends the former one five minutes later. */
export const getToken = (state: State, { query }: Asked): Answer => {
  if (query.get('grant_type') !== 'client_credential') return error(40002, 'invalid grant_type');
  const appid = query.get('appid') ?? '';
  const refused = refuseApp(state, appid, query.get('secret') ?? '');
  return refused ?? given(state, issue(state, `token:${appid}`, appid));
};

/** The same token as long as it lives, apart from those of `/cgi-bin/token`. */
export const stableToken = (state: State, { body }: Asked): Answer => {
  const asked = parse(body);
  if (asked === null) return error(47001, 'data format error');
  if (asked.grant_type !== 'client_credential') return error(40002, 'invalid grant_type');
  const appid = text(asked.appid);
  const refused = refuseApp(state, appid, text(asked.secret));
  if (refused !== null) return refused;
  const held = state.newest.get(`stable:${appid}`);
  const isFresh = held !== undefined && held.until - state.now() > LIFE.formerToken * 1000;
  if (isFresh && asked.force_refresh !== true) return given(state, held);
  return given(state, issue(state, `stable:${appid}`, appid));
};

const getAppid = (state: State, query: URLSearchParams): string | Answer => {
  const accessToken = query.get('access_token') ?? '';
  if (accessToken === '') return error(41001, 'access_token missing');
  const held = state.cgiTokens.get(accessToken);
  if (held === undefined) {
    return error(40001, 'invalid credential, access_token is invalid or not latest');
  }
  return state.now() >= held.until ? error(42001, 'access_token expired') : held.appid;
};

type Wanted = { scene: string; isText: boolean; isForEver: boolean };

const getScene = (asked: Record<string, unknown>): Wanted | Answer => {
  const action = text(asked.action_name);
  const isText = action.endsWith('_STR_SCENE');
  const known = ['QR_SCENE', 'QR_STR_SCENE', 'QR_LIMIT_SCENE', 'QR_LIMIT_STR_SCENE'];
  if (!known.includes(action)) return error(40052, 'invalid action name');
  const { scene_str: name, scene_id: id } = record(record(asked.action_info).scene);
  const isForEver = action.startsWith('QR_LIMIT');
  if (isText) {
    const isFine = typeof name === 'string' && name.length >= 1 && name.length <= 64;
    return isFine ? { scene: name, isText, isForEver } : error(40053, 'invalid action info');
  }
  const isFine = typeof id === 'number' && Number.isInteger(id) && id > 0 && id < 2 ** 32;
  return isFine ? { scene: String(id), isText, isForEver } : error(40053, 'invalid action info');
};

export const createQr = (state: State, { query, body, base }: Asked): Answer => {
  const appid = getAppid(state, query);
  if (typeof appid !== 'string') return appid;
  const asked = parse(body);
  if (asked === null) return error(47001, 'data format error');
  const wanted = getScene(asked);
  if ('status' in wanted) return wanted;
  const seconds = asked.expire_seconds ?? LIFE.defaultQr;
  const isFine = typeof seconds === 'number' && Number.isInteger(seconds) && seconds > 0;
  if (!isFine) return error(40097, 'invalid args');
  const life = Math.min(seconds, LIFE.longestQr);
  const ticket: Ticket = {
    ticket: `gQ${token(60)}==`,
    short: token(15),
    appid,
    scene: wanted.scene,
    isText: wanted.isText,
    until: wanted.isForEver ? Infinity : state.now() + life * 1000,
  };
  state.tickets.set(ticket.ticket, ticket);
  state.shortTickets.set(ticket.short, ticket);
  const limit = wanted.isForEver ? {} : { expire_seconds: life };
  return cgiJson({ ticket: ticket.ticket, ...limit, url: `${base}/q/${ticket.short}` });
};

/** The image of a ticket; the real one answers 404 to what it does not know. */
export const showQr = (state: State, { query, base }: Asked): Answer => {
  const ticket = state.tickets.get(query.get('ticket') ?? '');
  if (ticket === undefined || state.now() >= ticket.until) return missing();
  return image(qrPng(`${base}/q/${ticket.short}`));
};

/** Since 2021 without nickname and head: `""`, as the real one. */
export const followerInfo = (state: State, { query }: Asked): Answer => {
  const appid = getAppid(state, query);
  if (typeof appid !== 'string') return appid;
  const openid = query.get('openid') ?? '';
  const user = state.userOfOpenid(appid, openid);
  if (user === undefined) return error(40003, 'invalid openid');
  const follower = state.followers.get(`${appid} ${user.id}`);
  if (follower === undefined) return cgiJson({ subscribe: 0, openid, tagid_list: [] });
  const isBound = state.apps.get(appid)?.isBound !== false;
  return cgiJson({
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
    ...(isBound ? { unionid: state.unionid(user.id) } : {}),
    remark: '',
    groupid: 0,
    tagid_list: [],
    subscribe_scene: follower.scene === '' ? 'ADD_SCENE_SEARCH' : 'ADD_SCENE_QR_CODE',
    qr_scene: 0,
    qr_scene_str: follower.scene,
  });
};
