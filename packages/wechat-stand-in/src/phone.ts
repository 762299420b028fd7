import { escapeHtml, createRedirectAnswer } from './answer.ts';
import type { Answer, StandInRequest } from './answer.ts';
import { renderActionForm, renderUserChoice, renderPhonePage, renderNotice } from './pages.ts';
import {
  cancelSignIn,
  confirmSignIn,
  getAllowedRedirectUri,
  markSignInScanned,
} from './sign-in.ts';
import { issueCode, getSignInPhase, buildReturnUrl } from './state.ts';
import type { Scope, SignIn, State, Ticket } from './state.ts';

const GONE = '二维码已失效，请在网页上刷新后重新扫描。';

const getAppName = (state: State, appid: string): string => state.apps.get(appid)?.name ?? '';

const renderUsers = (state: State, chosenId?: string): string =>
  renderUserChoice([...state.users.values()], chosenId);

const renderSignInPage = (state: State, signIn: SignIn, base: string): Answer => {
  const phase = getSignInPhase(state, signIn);
  const app = escapeHtml(getAppName(state, signIn.appid));
  const to = `${base}/phone`;
  if (phase === 'waiting') {
    const buttons: [string, string][] = [['scan', '扫一扫']];
    const form = renderActionForm(to, { uuid: signIn.uuid }, buttons, renderUsers(state));
    return renderPhonePage(`<p>谁来扫描“${app}”的登录二维码？</p>${form}`);
  }
  if (phase === 'scanned') {
    const nickname = escapeHtml(state.users.get(signIn.userId ?? '')?.nickname ?? '');
    const buttons: [string, string][] = [
      ['confirm', '允许'],
      ['cancel', '拒绝'],
    ];
    const form = renderActionForm(to, { uuid: signIn.uuid }, buttons);
    return renderPhonePage(
      `<p>${nickname}</p><p>“${app}”申请使用你的微信头像、昵称登录</p>${form}`,
    );
  }
  if (phase === 'confirmed') return renderNotice('已允许：请回到网页。');
  return phase === 'cancelled' ? renderNotice('已拒绝。') : renderNotice(GONE, 410);
};

const renderTicketPage = (state: State, ticket: Ticket, base: string): Answer => {
  if (state.now() >= ticket.until) return renderNotice(GONE, 410);
  const buttons: [string, string][] = [['follow', '扫一扫（没有关注就关注）']];
  const form = renderActionForm(
    `${base}/phone`,
    { ticket: ticket.ticket },
    buttons,
    renderUsers(state),
  );
  return renderPhonePage(
    `<p>谁来扫描“${escapeHtml(getAppName(state, ticket.appid))}”的二维码？</p>${form}`,
  );
};

export const showPhonePage = (state: State, { query, base }: StandInRequest): Answer => {
  const signIn = state.signIns.get(query.get('uuid') ?? '');
  if (signIn !== undefined) return renderSignInPage(state, signIn, base);
  const ticket = state.tickets.get(query.get('ticket') ?? '');
  return ticket === undefined ? renderNotice(GONE, 404) : renderTicketPage(state, ticket, base);
};

export const showShortTicket = (state: State, short: string, base: string): Answer => {
  const ticket = state.shortTickets.get(short);
  return ticket === undefined ? renderNotice(GONE, 404) : renderTicketPage(state, ticket, base);
};

/**
 * Follows the account, or scans as a follower, and pushes the event. Returns the site's answer as
 * XML; '' for none.
 */
export type Follow = (ticket: Ticket, userId: string) => Promise<string>;

/** Renders a text message as WeChat does: links are clickable, everything else is text. */
const renderMessage = (xml: string): string => {
  const text = /<Content><!\[CDATA\[([\s\S]{0,2000}?)\]\]>/.exec(xml)?.[1] ?? '';
  const link = /<a href="(https?:\/\/[^"]{1,500})">([^<]{1,200})<\/a>/g;
  let [markup, from] = ['', 0];
  for (const match of text.matchAll(link)) {
    const [matchText, href = '', words = ''] = match;
    markup += escapeHtml(text.slice(from, match.index));
    markup += `<a href="${escapeHtml(href)}">${escapeHtml(words)}</a>`;
    from = match.index + matchText.length;
  }
  return (markup + escapeHtml(text.slice(from))).replaceAll('\n', '<br>');
};

const renderFollowCompletedPage = async (
  state: State,
  ticket: Ticket,
  answer: Promise<string>,
): Promise<Answer> => {
  const message = renderMessage(await answer);
  const name = escapeHtml(getAppName(state, ticket.appid));
  return renderPhonePage(
    `<p>已关注“${name}”。</p>${message === '' ? '<p>请回到网页。</p>' : `<p class="message">${message}</p>`}`,
  );
};

export const handlePhoneAction = (
  state: State,
  { body, base }: StandInRequest,
  follow: Follow,
): Answer | Promise<Answer> => {
  const form = new URLSearchParams(body);
  const act = form.get('do');
  const user = form.get('user') ?? '';
  const ticket = state.tickets.get(form.get('ticket') ?? '');
  if (ticket !== undefined && act === 'follow') {
    if (state.now() >= ticket.until) return renderNotice(GONE, 410);
    if (!state.users.has(user)) return renderNotice('请选择微信用户。', 400);
    return renderFollowCompletedPage(state, ticket, follow(ticket, user));
  }
  const signIn = state.signIns.get(form.get('uuid') ?? '');
  if (signIn === undefined) return renderNotice(GONE, 404);
  if (act === 'scan' && !state.users.has(user)) return renderNotice('请选择微信用户。', 400);
  if (act === 'scan') markSignInScanned(state, signIn, user);
  if (act === 'confirm') confirmSignIn(state, signIn);
  if (act === 'cancel') cancelSignIn(state, signIn);
  return renderSignInPage(state, signIn, base);
};

const parseScope = (query: URLSearchParams): Scope | null => {
  const scope = query.get('scope');
  return scope === 'snsapi_base' || scope === 'snsapi_userinfo' ? scope : null;
};

/** Web authorization inside WeChat. The user is chosen on the page. */
export const handleWebAuthorization = (
  state: State,
  { query, headers, base }: StandInRequest,
): Answer => {
  const isWechat = (headers['user-agent'] ?? '').includes('MicroMessenger');
  if (!isWechat && state.options.requireMicroMessenger !== false) {
    return renderNotice('请在微信客户端打开链接');
  }
  const app = state.apps.get(query.get('appid') ?? '');
  if (app?.kind !== 'official') return renderNotice('AppID 参数错误');
  if (query.get('response_type') !== 'code') return renderNotice('参数错误：response_type');
  const scope = parseScope(query);
  if (scope === null) return renderNotice('Scope 参数错误或没有 Scope 权限');
  if (getAllowedRedirectUri(app, query) === null)
    return renderNotice('redirect_uri 域名与后台配置不一致（错误码：10003）');
  const user = findCookieUser(state, headers.cookie ?? '');
  // Silent authorization: the user is known from the cookie.
  if (scope === 'snsapi_base' && user !== null) return grantAuthorization(state, query, user, base);
  const buttons: [string, string][] = [
    ['allow', scope === 'snsapi_base' ? '用这个微信打开' : '允许'],
    ['deny', '拒绝'],
  ];
  const userList = renderUsers(state, user ?? undefined);
  const form = renderActionForm(`${base}/connect/oauth2/authorize?${query}`, {}, buttons, userList);
  return renderPhonePage(`<p>“${escapeHtml(app.name)}”申请获取你的信息</p>${form}`);
};

const findCookieUser = (state: State, cookie: string): string | null => {
  const part = cookie.split('; ').find((pair) => pair.startsWith('wechat_stand_in='));
  const id = part === undefined ? '' : part.slice('wechat_stand_in='.length);
  const user = [...state.users.keys()].find((userId) => encodeURIComponent(userId) === id);
  return user ?? null;
};

const grantAuthorization = (
  state: State,
  query: URLSearchParams,
  userId: string,
  base: string,
): Answer => {
  const app = state.apps.get(query.get('appid') ?? '');
  const scope = parseScope(query);
  const to = app?.kind === 'official' ? getAllowedRedirectUri(app, query) : null;
  if (app === undefined || scope === null || to === null) return renderNotice('参数错误', 400);
  const code = issueCode(state, app.appid, userId, scope);
  const path = `${new URL(base).pathname.replace(/\/$/, '')}/`;
  const cookie = `wechat_stand_in=${encodeURIComponent(userId)}; Path=${path}; HttpOnly; SameSite=Lax`;
  return createRedirectAnswer(buildReturnUrl(to, { code, state: query.get('state') ?? '' }), {
    'set-cookie': cookie,
  });
};

export const handleAuthorizationDecision = (
  state: State,
  { query, body, base }: StandInRequest,
): Answer => {
  const form = new URLSearchParams(body);
  const user = form.get('user') ?? '';
  if (form.get('do') !== 'allow') return renderNotice('已拒绝：可以关闭这个页面。');
  if (!state.users.has(user)) return renderNotice('请选择微信用户。', 400);
  return grantAuthorization(state, query, user, base);
};
