import { image, missing, script } from './answer.ts';
import type { Answer, Asked } from './answer.ts';
import { page, qrPage } from './pages.ts';
import { qrPng } from './png.ts';
import { issueCode, getPhase, returnTo, token } from './state.ts';
import type { SignIn, State } from './state.ts';
import type { StandInApp } from './options.ts';

const refused = (words: string): Answer =>
  page({ title: '微信', body: `<main><p>${words}</p></main>`, status: 200 });

/** A site's `redirect_uri`, when it is on the host it registered. */
export const getRedirect = (app: StandInApp, query: URLSearchParams): string | null => {
  const uri = query.get('redirect_uri') ?? '';
  if (!URL.canParse(uri)) return null;
  const { host, protocol, username } = new URL(uri);
  const isWeb = (protocol === 'http:' || protocol === 'https:') && username === '';
  return isWeb && host === app.redirectHost ? uri : null;
};

const getState = (query: URLSearchParams): string => query.get('state') ?? '';

/** Why WeChat shows no code, in its words, or null. */
const getProblem = (app: StandInApp | undefined, query: URLSearchParams): string | null => {
  if (app?.kind !== 'website') return 'AppID 参数错误';
  if (query.get('response_type') !== 'code') return '参数错误：response_type';
  if (query.get('scope') !== 'snsapi_login') return 'Scope 参数错误或没有 Scope 权限';
  if (getRedirect(app, query) === null) return 'redirect_uri 参数错误';
  return getState(query).length > 128 ? 'state 参数错误' : null;
};

const getCss = (query: URLSearchParams): string => {
  const href = query.get('href') ?? '';
  return href.startsWith('data:text/css;base64,') || href.startsWith('https://') ? href : '';
};

export const qrConnect = (state: State, { query, base }: Asked): Answer => {
  const app = state.apps.get(query.get('appid') ?? '');
  const problem = getProblem(app, query);
  const redirectUri = app === undefined ? null : getRedirect(app, query);
  if (app === undefined || problem !== null || redirectUri === null) {
    return refused(problem ?? 'redirect_uri 参数错误');
  }
  const signIn: SignIn = {
    uuid: token(12),
    appid: app.appid,
    redirectUri,
    state: getState(query),
    at: state.now(),
    phase: 'waiting',
    userId: null,
    code: null,
  };
  state.signIns.set(signIn.uuid, signIn);
  const back = returnTo(redirectUri, { state: signIn.state });
  return qrPage({
    app: app.name,
    base,
    uuid: signIn.uuid,
    isSelf: query.get('self_redirect') === 'true',
    style: query.get('style') ?? 'black',
    css: getCss(query),
    cancelTo: state.options.cancelRedirects === true ? back : '',
  });
};

export const qrPicture = (state: State, uuid: string, base: string): Answer => {
  if (state.signIns.get(uuid) === undefined) return missing();
  return image(qrPng(`${base}/phone?uuid=${uuid}`));
};

const ERRCODE = { waiting: 408, scanned: 404, confirmed: 405, cancelled: 403, expired: 402 };

/** What the page with the code polls: a script that sets variables, as WeChat's. */
export const poll = (state: State, { query }: Asked): Answer => {
  const signIn = state.signIns.get(query.get('uuid') ?? '');
  if (signIn === undefined) return script("window.wx_errcode=402;window.wx_code='';");
  const phase = getPhase(state, signIn);
  const code = phase === 'confirmed' ? (signIn.code ?? '') : '';
  const to = code === '' ? '' : returnTo(signIn.redirectUri, { code, state: signIn.state });
  const quoted = JSON.stringify(to).replaceAll(';', '%3B').replaceAll('<', '%3C');
  return script(
    `window.wx_errcode=${ERRCODE[phase]};window.wx_code='${code}';window.wx_to=${quoted};`,
  );
};

/** The phone has read the code. */
export const scan = (state: State, signIn: SignIn, userId: string): boolean => {
  const phase = getPhase(state, signIn);
  if ((phase !== 'waiting' && phase !== 'scanned') || !state.users.has(userId)) return false;
  signIn.phase = 'scanned';
  signIn.userId = userId;
  return true;
};

/** Whoever scanned agrees: the code, or null when there is nothing to agree to. */
export const confirm = (state: State, signIn: SignIn): string | null => {
  if (getPhase(state, signIn) !== 'scanned' || signIn.userId === null) return null;
  signIn.phase = 'confirmed';
  signIn.code = issueCode(state, signIn.appid, signIn.userId, 'snsapi_login');
  return signIn.code;
};

export const cancel = (state: State, signIn: SignIn): boolean => {
  const phase = getPhase(state, signIn);
  if (phase !== 'waiting' && phase !== 'scanned') return false;
  signIn.phase = 'cancelled';
  return true;
};

/** The embedding script, for sites that show the code in a frame of their own page. */
export const wxLoginJs = (base: string): Answer =>
  script(`(function (window, document) {
  function WxLogin(options) {
    var self = options.self_redirect === true ? 'true' : options.self_redirect === false ? 'false' : 'default';
    var names = ['appid', 'scope', 'redirect_uri', 'state'];
    var address = ${JSON.stringify(`${base}/connect/qrconnect`)} + '?response_type=code';
    names.forEach(function (name) { address += '&' + name + '=' + (options[name] || ''); });
    address += '&login_type=jssdk&self_redirect=' + self + '&styletype=' + (options.styletype || '') +
      '&style=' + (options.style || '') + '&href=' + encodeURIComponent(options.href || '');
    var frame = document.createElement('iframe');
    frame.src = address;
    frame.title = '微信登录';
    frame.width = '300px';
    frame.height = '400px';
    frame.style.border = '0';
    var holder = document.getElementById(options.id);
    holder.innerHTML = '';
    holder.appendChild(frame);
    if (options.onReady) frame.onload = function () { options.onReady(true); };
  }
  window.WxLogin = WxLogin;
})(window, document);
`);
