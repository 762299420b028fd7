import { escapeHtml, redirect } from './answer.ts';
import type { Answer, Asked } from './answer.ts';
import { actions, chooseUser, phonePage, say } from './pages.ts';
import { cancel, confirm, getRedirect, scan } from './sign-in.ts';
import { issueCode, getPhase, returnTo } from './state.ts';
import type { Scope, SignIn, State, Ticket } from './state.ts';

const GONE = '二维码已失效，请在网页上刷新后重新扫描。';

const getName = (state: State, appid: string): string => state.apps.get(appid)?.name ?? '';

const listUsers = (state: State, chosen?: string): string =>
  chooseUser([...state.users.values()], chosen);

const signInPage = (state: State, signIn: SignIn, base: string): Answer => {
  const phase = getPhase(state, signIn);
  const app = escapeHtml(getName(state, signIn.appid));
  const to = `${base}/phone`;
  if (phase === 'waiting') {
    const buttons: [string, string][] = [['scan', '扫一扫']];
    const form = actions(to, { uuid: signIn.uuid }, buttons, listUsers(state));
    return phonePage(`<p>谁来扫描“${app}”的登录二维码？</p>${form}`);
  }
  if (phase === 'scanned') {
    const who = escapeHtml(state.users.get(signIn.userId ?? '')?.nickname ?? '');
    const buttons: [string, string][] = [
      ['confirm', '允许'],
      ['cancel', '拒绝'],
    ];
    const form = actions(to, { uuid: signIn.uuid }, buttons);
    return phonePage(`<p>${who}</p><p>“${app}”申请使用你的微信头像、昵称登录</p>${form}`);
  }
  if (phase === 'confirmed') return say('已允许：请回到网页。');
  return phase === 'cancelled' ? say('已拒绝。') : say(GONE, 410);
};

const ticketPage = (state: State, ticket: Ticket, base: string): Answer => {
  if (state.now() >= ticket.until) return say(GONE, 410);
  const buttons: [string, string][] = [['follow', '扫一扫（没有关注就关注）']];
  const form = actions(`${base}/phone`, { ticket: ticket.ticket }, buttons, listUsers(state));
  return phonePage(`<p>谁来扫描“${escapeHtml(getName(state, ticket.appid))}”的二维码？</p>${form}`);
};

export const showPhone = (state: State, { query, base }: Asked): Answer => {
  const signIn = state.signIns.get(query.get('uuid') ?? '');
  if (signIn !== undefined) return signInPage(state, signIn, base);
  const ticket = state.tickets.get(query.get('ticket') ?? '');
  return ticket === undefined ? say(GONE, 404) : ticketPage(state, ticket, base);
};

export const shortTicket = (state: State, short: string, base: string): Answer => {
  const ticket = state.shortTickets.get(short);
  return ticket === undefined ? say(GONE, 404) : ticketPage(state, ticket, base);
};

/** Follows, or scans as a follower, and tells the site. Returns what the site answers, as XML; '' for nothing. */
export type Follow = (ticket: Ticket, userId: string) => Promise<string>;

/** A text message as WeChat shows it: links in it can be pressed, everything else is text. */
const getMessage = (xml: string): string => {
  const text = /<Content><!\[CDATA\[([\s\S]{0,2000}?)\]\]>/.exec(xml)?.[1] ?? '';
  const link = /<a href="(https?:\/\/[^"]{1,500})">([^<]{1,200})<\/a>/g;
  let [shown, from] = ['', 0];
  for (const found of text.matchAll(link)) {
    const [whole, href = '', words = ''] = found;
    shown += escapeHtml(text.slice(from, found.index));
    shown += `<a href="${escapeHtml(href)}">${escapeHtml(words)}</a>`;
    from = found.index + whole.length;
  }
  return (shown + escapeHtml(text.slice(from))).replaceAll('\n', '<br>');
};

const followed = async (state: State, ticket: Ticket, answer: Promise<string>): Promise<Answer> => {
  const message = getMessage(await answer);
  const name = escapeHtml(getName(state, ticket.appid));
  return phonePage(
    `<p>已关注“${name}”。</p>${message === '' ? '<p>请回到网页。</p>' : `<p class="message">${message}</p>`}`,
  );
};

export const usePhone = (
  state: State,
  { body, base }: Asked,
  follow: Follow,
): Answer | Promise<Answer> => {
  const form = new URLSearchParams(body);
  const act = form.get('do');
  const user = form.get('user') ?? '';
  const ticket = state.tickets.get(form.get('ticket') ?? '');
  if (ticket !== undefined && act === 'follow') {
    if (state.now() >= ticket.until) return say(GONE, 410);
    if (!state.users.has(user)) return say('请选择微信用户。', 400);
    return followed(state, ticket, follow(ticket, user));
  }
  const signIn = state.signIns.get(form.get('uuid') ?? '');
  if (signIn === undefined) return say(GONE, 404);
  if (act === 'scan' && !state.users.has(user)) return say('请选择微信用户。', 400);
  if (act === 'scan') scan(state, signIn, user);
  if (act === 'confirm') confirm(state, signIn);
  if (act === 'cancel') cancel(state, signIn);
  return signInPage(state, signIn, base);
};

const getScope = (query: URLSearchParams): Scope | null => {
  const scope = query.get('scope');
  return scope === 'snsapi_base' || scope === 'snsapi_userinfo' ? scope : null;
};

/** Web authorisation inside WeChat: who is signed in there is chosen on the page. */
export const authorize = (state: State, { query, headers, base }: Asked): Answer => {
  const isWechat = (headers['user-agent'] ?? '').includes('MicroMessenger');
  if (!isWechat && state.options.requireMicroMessenger !== false) {
    return say('请在微信客户端打开链接');
  }
  const app = state.apps.get(query.get('appid') ?? '');
  if (app?.kind !== 'official') return say('AppID 参数错误');
  if (query.get('response_type') !== 'code') return say('参数错误：response_type');
  const scope = getScope(query);
  if (scope === null) return say('Scope 参数错误或没有 Scope 权限');
  if (getRedirect(app, query) === null)
    return say('redirect_uri 域名与后台配置不一致（错误码：10003）');
  const user = cookieUser(state, headers.cookie ?? '');
  // Silent: WeChat knows who reads the page.
  if (scope === 'snsapi_base' && user !== null) return allowed(state, query, user, base);
  const buttons: [string, string][] = [
    ['allow', scope === 'snsapi_base' ? '用这个微信打开' : '允许'],
    ['deny', '拒绝'],
  ];
  const chosen = listUsers(state, user ?? undefined);
  const form = actions(`${base}/connect/oauth2/authorize?${query}`, {}, buttons, chosen);
  return phonePage(`<p>“${escapeHtml(app.name)}”申请获取你的信息</p>${form}`);
};

const cookieUser = (state: State, cookie: string): string | null => {
  const found = cookie.split('; ').find((one) => one.startsWith('wechat_stand_in='));
  const id = found === undefined ? '' : found.slice('wechat_stand_in='.length);
  const user = [...state.users.keys()].find((one) => encodeURIComponent(one) === id);
  return user ?? null;
};

const allowed = (state: State, query: URLSearchParams, userId: string, base: string): Answer => {
  const app = state.apps.get(query.get('appid') ?? '');
  const scope = getScope(query);
  const to = app?.kind === 'official' ? getRedirect(app, query) : null;
  if (app === undefined || scope === null || to === null) return say('参数错误', 400);
  const code = issueCode(state, app.appid, userId, scope);
  const path = `${new URL(base).pathname.replace(/\/$/, '')}/`;
  const cookie = `wechat_stand_in=${encodeURIComponent(userId)}; Path=${path}; HttpOnly; SameSite=Lax`;
  return redirect(returnTo(to, { code, state: query.get('state') ?? '' }), {
    'set-cookie': cookie,
  });
};

export const decideAuthorize = (state: State, { query, body, base }: Asked): Answer => {
  const form = new URLSearchParams(body);
  const user = form.get('user') ?? '';
  if (form.get('do') !== 'allow') return say('已拒绝：可以关闭这个页面。');
  if (!state.users.has(user)) return say('请选择微信用户。', 400);
  return allowed(state, query, user, base);
};
