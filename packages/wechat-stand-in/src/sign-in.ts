import { createImageAnswer, createNotFoundAnswer, createScriptAnswer } from './answer.ts';
import type { Answer, StandInRequest } from './answer.ts';
import { renderPage, renderQrPage } from './pages.ts';
import { encodeQrPng } from './png.ts';
import { issueCode, getSignInPhase, buildReturnUrl, generateToken } from './state.ts';
import type { SignIn, State } from './state.ts';
import type { StandInApp } from './options.ts';

const renderRefusal = (words: string): Answer =>
  renderPage({ title: '微信', body: `<main><p>${words}</p></main>`, status: 200 });

/** The site's `redirect_uri`; null when it is not on the registered host. */
export const getAllowedRedirectUri = (app: StandInApp, query: URLSearchParams): string | null => {
  const uri = query.get('redirect_uri') ?? '';
  if (!URL.canParse(uri)) return null;
  const { host, protocol, username } = new URL(uri);
  const isWeb = (protocol === 'http:' || protocol === 'https:') && username === '';
  return isWeb && host === app.redirectHost ? uri : null;
};

const getStateParameter = (query: URLSearchParams): string => query.get('state') ?? '';

/** WeChat's message when it shows no QR code; null when everything is valid. */
const findSignInRequestProblem = (
  app: StandInApp | undefined,
  query: URLSearchParams,
): string | null => {
  if (app?.kind !== 'website') return 'AppID 参数错误';
  if (query.get('response_type') !== 'code') return '参数错误：response_type';
  if (query.get('scope') !== 'snsapi_login') return 'Scope 参数错误或没有 Scope 权限';
  if (getAllowedRedirectUri(app, query) === null) return 'redirect_uri 参数错误';
  return getStateParameter(query).length > 128 ? 'state 参数错误' : null;
};

const getAllowedCssHref = (query: URLSearchParams): string => {
  const href = query.get('href') ?? '';
  return href.startsWith('data:text/css;base64,') || href.startsWith('https://') ? href : '';
};

export const showQrConnect = (state: State, { query, base }: StandInRequest): Answer => {
  const app = state.apps.get(query.get('appid') ?? '');
  const problem = findSignInRequestProblem(app, query);
  const redirectUri = app === undefined ? null : getAllowedRedirectUri(app, query);
  if (app === undefined || problem !== null || redirectUri === null) {
    return renderRefusal(problem ?? 'redirect_uri 参数错误');
  }
  const signIn: SignIn = {
    uuid: generateToken(12),
    appid: app.appid,
    redirectUri,
    state: getStateParameter(query),
    at: state.now(),
    phase: 'waiting',
    userId: null,
    code: null,
  };
  state.signIns.set(signIn.uuid, signIn);
  const back = buildReturnUrl(redirectUri, { state: signIn.state });
  return renderQrPage({
    app: app.name,
    base,
    uuid: signIn.uuid,
    isSelf: query.get('self_redirect') === 'true',
    style: query.get('style') ?? 'black',
    css: getAllowedCssHref(query),
    cancelTo: state.options.cancelRedirects === true ? back : '',
  });
};

export const showQrPicture = (state: State, uuid: string, base: string): Answer => {
  if (state.signIns.get(uuid) === undefined) return createNotFoundAnswer();
  return createImageAnswer(encodeQrPng(`${base}/phone?uuid=${uuid}`));
};

const ERRCODE = { waiting: 408, scanned: 404, confirmed: 405, cancelled: 403, expired: 402 };

/** Answer to the QR page's poll: a script that sets variables, as WeChat's does. */
export const answerSignInPoll = (state: State, { query }: StandInRequest): Answer => {
  const signIn = state.signIns.get(query.get('uuid') ?? '');
  if (signIn === undefined) return createScriptAnswer("window.wx_errcode=402;window.wx_code='';");
  const phase = getSignInPhase(state, signIn);
  const code = phase === 'confirmed' ? (signIn.code ?? '') : '';
  const to = code === '' ? '' : buildReturnUrl(signIn.redirectUri, { code, state: signIn.state });
  const quoted = JSON.stringify(to).replaceAll(';', '%3B').replaceAll('<', '%3C');
  return createScriptAnswer(
    `window.wx_errcode=${ERRCODE[phase]};window.wx_code='${code}';window.wx_to=${quoted};`,
  );
};

/** Records that the phone scanned the QR code. */
export const markSignInScanned = (state: State, signIn: SignIn, userId: string): boolean => {
  const phase = getSignInPhase(state, signIn);
  if ((phase !== 'waiting' && phase !== 'scanned') || !state.users.has(userId)) return false;
  signIn.phase = 'scanned';
  signIn.userId = userId;
  return true;
};

/** The user confirms. Returns the code, or null when there is nothing to confirm. */
export const confirmSignIn = (state: State, signIn: SignIn): string | null => {
  if (getSignInPhase(state, signIn) !== 'scanned' || signIn.userId === null) return null;
  signIn.phase = 'confirmed';
  signIn.code = issueCode(state, signIn.appid, signIn.userId, 'snsapi_login');
  return signIn.code;
};

export const cancelSignIn = (state: State, signIn: SignIn): boolean => {
  const phase = getSignInPhase(state, signIn);
  if (phase !== 'waiting' && phase !== 'scanned') return false;
  signIn.phase = 'cancelled';
  return true;
};

/** The embedding script, for sites that show the QR code in an iframe. */
export const createLoginScript = (base: string): Answer =>
  createScriptAnswer(`(function (window, document) {
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
