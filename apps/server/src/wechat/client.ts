import { WECHAT_SCOPE, WECHAT_STATE } from '@yunbiao/contract';
import type { Context, Wechat, WechatPerson, WechatMethod } from '@yunbiao/services';
import { ServiceError } from '@yunbiao/services';
import type { WechatConfig } from '../config/config-wechat.ts';
import { createWechatTokenRequester } from './access-token.ts';
import {
  requestWechat,
  type WechatRequestDeps,
  type Fetch,
  requireWechatSuccess,
  createWechatError,
  readAnswerText,
} from './request.ts';

type Deps = {
  fetch?: Fetch;
  log: Context['log'];
  now: () => number;
  isStandIn?: boolean;
};

/** Paths on WeChat's servers. */
const PATHS = {
  web: '/connect/qrconnect',
  inside: '/connect/oauth2/authorize',
  payer: '/connect/oauth2/authorize',
  script: '/connect/zh_CN/htmledition/js/wxLogin.js',
} as const;

const createWechatLoginClosedError = (): ServiceError =>
  new ServiceError(404, '这种微信登录未开通');

/** OAuth scopes. `snsapi_base` needs no consent and returns only the openid. */
const SCOPES = {
  web: WECHAT_SCOPE,
  inside: 'snsapi_userinfo',
  payer: 'snsapi_base',
} as const satisfies Record<WechatMethod, string>;

/**
 * Order and names of the parameters follow the manuals. WeChat requires the fragment inside its
 * app.
 */
const buildWechatLoginUrl = (
  { openUrl }: WechatConfig,
  flow: WechatMethod,
  appid: string,
  redirectUrl: string,
): string => {
  const query = new URLSearchParams({
    appid,
    redirect_uri: redirectUrl,
    response_type: 'code',
    scope: SCOPES[flow],
    state: WECHAT_STATE,
  });
  return `${openUrl}${PATHS[flow]}?${query}#wechat_redirect`;
};

const parseWechatPerson = (
  answer: ReturnType<typeof requireWechatSuccess>,
  appid: string,
): WechatPerson => {
  const openid = readAnswerText(answer, 'openid');
  if (openid === '') throw createWechatError(0);
  return {
    appid,
    openid,
    unionid: readAnswerText(answer, 'unionid') || null,
    nickname: readAnswerText(answer, 'nickname'),
  };
};

/**
 * Exchanges the code for the identity, then reads the profile. If the profile request fails, the
 * identity is enough if it contains a user ID.
 */
const exchangeCode = async (
  deps: WechatRequestDeps,
  app: { appid: string; secret: string },
  method: WechatMethod,
  code: string,
): Promise<WechatPerson> => {
  const { appid, secret } = app;
  const query = { appid, secret, code, grant_type: 'authorization_code' };
  const tokenAnswer = requireWechatSuccess(
    await requestWechat(deps, '/sns/oauth2/access_token', query),
  );
  const person = parseWechatPerson(tokenAnswer, appid);
  if (method === 'payer') return person;
  const userQuery = {
    access_token: readAnswerText(tokenAnswer, 'access_token'),
    openid: person.openid,
  };
  try {
    const info = parseWechatPerson(
      requireWechatSuccess(
        await requestWechat(deps, '/sns/userinfo', { ...userQuery, lang: 'zh_CN' }),
      ),
      appid,
    );
    return { ...info, openid: person.openid, unionid: info.unionid ?? person.unionid };
  } catch (error) {
    if (person.unionid === null) throw error;
    return person;
  }
};

/** Client for WeChat's servers. Null when nothing is configured. */
export const createWechatClient = (
  config: WechatConfig,
  { fetch = globalThis.fetch, log, now, isStandIn = false }: Deps,
): Wechat | null => {
  const { web, official, apiUrl, scriptUrl } = config;
  if (!web && !official) return null;
  const deps: WechatRequestDeps = { apiUrl, fetch, log };
  const getWechatApp = (method: WechatMethod) => (method === 'web' ? web : official);
  const withToken = official && createWechatTokenRequester(deps, official, now);
  return {
    ways: [...(official ? (['official'] as const) : []), ...(web ? (['web'] as const) : [])],
    isStandIn,
    officialAppid: official?.appid ?? '',
    getPage: (method, back) => {
      const app = getWechatApp(method);
      if (!app) return null;
      const embed =
        method === 'web' ? { scriptUrl: scriptUrl + PATHS.script, appid: app.appid } : null;
      return { url: buildWechatLoginUrl(config, method, app.appid, back), embed };
    },
    getPerson: async (method, code) => {
      const app = getWechatApp(method);
      if (!app) throw createWechatLoginClosedError();
      return exchangeCode(deps, app, method, code);
    },
    createQr: async (scene, seconds) => {
      if (!withToken) throw createWechatLoginClosedError();
      const answer = await withToken(
        '/cgi-bin/qrcode/create',
        {},
        {
          expire_seconds: seconds,
          action_name: 'QR_STR_SCENE',
          action_info: { scene: { scene_str: scene } },
        },
      );
      const url = readAnswerText(answer, 'url');
      if (url === '') throw createWechatError(0);
      return url;
    },
    getFollower: async (openid) => {
      if (!withToken || !official) throw createWechatLoginClosedError();
      return parseWechatPerson(
        await withToken('/cgi-bin/user/info', { openid, lang: 'zh_CN' }),
        official.appid,
      );
    },
  };
};
