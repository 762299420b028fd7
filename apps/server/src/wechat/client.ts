import { WECHAT_SCOPE, WECHAT_STATE } from '@yunbiao/contract';
import type { Context, Wechat, WechatPerson, WechatWays } from '@yunbiao/services';
import { ServiceError } from '@yunbiao/services';
import type { WechatConfig } from '../config-wechat.ts';
import { createAccessToken } from './access-token.ts';
import { ask, type AskDeps, type Fetch, granted, findRefusal, getText } from './ask.ts';

type Deps = {
  fetch?: Fetch;
  log: Context['log'];
  now: () => number;
  isStandIn?: boolean;
};

/** Where in WeChat's servers what is asked for lies. */
const PATHS = {
  web: '/connect/qrconnect',
  inside: '/connect/oauth2/authorize',
  payer: '/connect/oauth2/authorize',
  script: '/connect/zh_CN/htmledition/js/wxLogin.js',
} as const;

const closed = (): ServiceError => new ServiceError(404, '这种微信登录未开通');

/** What the page asks for; `snsapi_base` is silent, and tells the openid alone. */
const SCOPES = {
  web: WECHAT_SCOPE,
  inside: 'snsapi_userinfo',
  payer: 'snsapi_base',
} as const satisfies Record<WechatWays, string>;

/** Order and names as the manuals write them; the fragment is asked for inside WeChat. */
const pageUrl = (
  { openUrl }: WechatConfig,
  way: WechatWays,
  appid: string,
  back: string,
): string => {
  const query = new URLSearchParams({
    appid,
    redirect_uri: back,
    response_type: 'code',
    scope: SCOPES[way],
    state: WECHAT_STATE,
  });
  return `${openUrl}${PATHS[way]}?${query}#wechat_redirect`;
};

const getPerson = (answer: ReturnType<typeof granted>, appid: string): WechatPerson => {
  const openid = getText(answer, 'openid');
  if (openid === '') throw findRefusal(0);
  return {
    appid,
    openid,
    unionid: getText(answer, 'unionid') || null,
    nickname: getText(answer, 'nickname'),
  };
};

/** Whose code it is, then what they are called. Without the second answer the first will do, if it says who it is. */
const exchange = async (
  deps: AskDeps,
  app: { appid: string; secret: string },
  way: WechatWays,
  code: string,
): Promise<WechatPerson> => {
  const { appid, secret } = app;
  const query = { appid, secret, code, grant_type: 'authorization_code' };
  const given = granted(await ask(deps, '/sns/oauth2/access_token', query));
  const person = getPerson(given, appid);
  if (way === 'payer') return person;
  const asked = { access_token: getText(given, 'access_token'), openid: person.openid };
  try {
    const info = getPerson(
      granted(await ask(deps, '/sns/userinfo', { ...asked, lang: 'zh_CN' })),
      appid,
    );
    return { ...info, openid: person.openid, unionid: info.unionid ?? person.unionid };
  } catch (error) {
    if (person.unionid === null) throw error;
    return person;
  }
};

/** WeChat's servers, as verbs ask them; null when nothing is configured. */
export const createWechat = (
  config: WechatConfig,
  { fetch = globalThis.fetch, log, now, isStandIn = false }: Deps,
): Wechat | null => {
  const { web, official, apiUrl, scriptUrl } = config;
  if (!web && !official) return null;
  const deps: AskDeps = { apiUrl, fetch, log };
  const getApp = (way: WechatWays) => (way === 'web' ? web : official);
  const withToken = official && createAccessToken(deps, official, now);
  return {
    ways: [...(official ? (['official'] as const) : []), ...(web ? (['web'] as const) : [])],
    isStandIn,
    officialAppid: official?.appid ?? '',
    getPage: (way, back) => {
      const app = getApp(way);
      if (!app) return null;
      const embed =
        way === 'web' ? { scriptUrl: scriptUrl + PATHS.script, appid: app.appid } : null;
      return { url: pageUrl(config, way, app.appid, back), embed };
    },
    getPerson: async (way, code) => {
      const app = getApp(way);
      if (!app) throw closed();
      return exchange(deps, app, way, code);
    },
    createQr: async (scene, seconds) => {
      if (!withToken) throw closed();
      const answer = await withToken(
        '/cgi-bin/qrcode/create',
        {},
        {
          expire_seconds: seconds,
          action_name: 'QR_STR_SCENE',
          action_info: { scene: { scene_str: scene } },
        },
      );
      const url = getText(answer, 'url');
      if (url === '') throw findRefusal(0);
      return url;
    },
    getFollower: async (openid) => {
      if (!withToken || !official) throw closed();
      return getPerson(
        await withToken('/cgi-bin/user/info', { openid, lang: 'zh_CN' }),
        official.appid,
      );
    },
  };
};
