import { randomBytes } from 'node:crypto';
import { escapeHtml, createHtmlAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import type { StandInUser } from './options.ts';

const STYLE = `body{margin:0;font:16px/1.6 system-ui,"Noto Sans SC",sans-serif;background:#fff;color:#111;text-align:center}
main{max-width:360px;margin:0 auto;padding:16px}
button{font:inherit;width:100%;min-height:44px;margin-top:8px;border:1px solid #c9ccd1;border-radius:6px;background:#fff;color:#111}
button.yes{background:#07833f;border-color:#07833f;color:#fff}
.note{color:#5a5f66;font-size:14px}.users{text-align:left;padding:0;list-style:none}.users label{display:block;padding:8px;min-height:28px}
.impowerBox.white{color:#fff;background:#222}.impowerBox.white a{color:#9cc8ff}.qrcode{width:220px;height:220px;border:1px solid #e2e2e2}a{color:#0b62c4}`;

type Page = { title: string; body: string; script?: string; css?: string; status?: number };

/**
 * Allows only this script, these styles and same-origin pictures. Any site may embed the page in a
 * frame, as with WeChat's.
 */
export const renderPage = ({ title, body, script = '', css = '', status = 200 }: Page): Answer => {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline' data: https:",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
  ].join('; ');
  const link = css === '' ? '' : `<link rel="stylesheet" href="${escapeHtml(css)}">`;
  const code = script === '' ? '' : `<script nonce="${nonce}">${script}</script>`;
  return createHtmlAnswer(
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width,initial-scale=1">` +
      `<title>${escapeHtml(title)}</title><style>${STYLE}</style>${link}</head>` +
      `<body>${body}${code}</body></html>`,
    status,
    { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' },
  );
};

export const PHONE_TITLE = '微信替身（演示）';

export const renderPhonePage = (body: string, status = 200): Answer =>
  renderPage({
    title: PHONE_TITLE,
    status,
    body: `<main><h1>${PHONE_TITLE}</h1><p class="note">这里不是微信：只用于演示和测试。</p>${body}</main>`,
  });

export const renderNotice = (text: string, status = 200): Answer =>
  renderPhonePage(`<p>${escapeHtml(text)}</p>`, status);

const renderHiddenFields = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');

/** A form with buttons that post the fields and `do`. */
export const renderActionForm = (
  to: string,
  fields: Record<string, string>,
  buttons: [string, string][],
  inside = '',
): string =>
  `<form method="post" action="${escapeHtml(to)}">${renderHiddenFields(fields)}${inside}${buttons
    .map(
      ([value, words], at) =>
        `<button name="do" value="${value}"${at === 0 ? ' class="yes"' : ''}>${escapeHtml(words)}</button>`,
    )
    .join('')}</form>`;

export const renderUserChoice = (users: StandInUser[], chosenId = users[0]?.id): string =>
  `<ul class="users">${users
    .map(
      ({ id, nickname }) =>
        `<li><label><input type="radio" name="user" value="${escapeHtml(id)}"${
          id === chosenId ? ' checked' : ''
        }> ${escapeHtml(nickname)}</label></li>`,
    )
    .join('')}</ul>`;

export type QrPage = {
  app: string;
  base: string;
  uuid: string;
  /** True: the page itself navigates to the return URL. False: its top window does. */
  isSelf: boolean;
  style: string;
  css: string;
  cancelTo: string;
};

const encodeForScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c');

const buildPollScript = ({ base, uuid, isSelf, cancelTo }: QrPage): string => `
const facts = ${encodeForScript({ poll: `${base}/connect/l/qrconnect?uuid=${uuid}`, isSelf, cancelTo })};
const say = (text) => { document.getElementById('state').textContent = text; };
const go = (to) => { (facts.isSelf ? window : window.top).location.href = to; };
let last = '';
const ask = async () => {
  try {
    const reply = await fetch(facts.poll + last, { cache: 'no-store' });
    const text = await reply.text();
    const phase = /wx_errcode=(\\d+)/.exec(text)?.[1];
    const to = /wx_to=("[^;]*")/.exec(text)?.[1];
    if (phase === '404') { last = '&last=404'; say('扫描成功，请在手机上确认'); }
    if (phase === '405' && to) { say('登录成功，正在返回'); go(JSON.parse(to)); return; }
    if (phase === '403') {
      say('您已取消此次登录，可再次扫描登录，或关闭窗口');
      if (facts.cancelTo) { go(facts.cancelTo); return; }
      return;
    }
    if (phase === '402' || phase === '500') { say('二维码已失效，请刷新'); return; }
  } catch { say('网络不通，正在重试'); }
  setTimeout(ask, 1000);
};
ask();`;

export const renderQrPage = (facts: QrPage): Answer =>
  renderPage({
    title: '微信登录',
    css: facts.css,
    script: buildPollScript(facts),
    body:
      `<main class="impowerBox ${facts.style === 'white' ? 'white' : 'black'}">` +
      `<h1 class="title">微信登录</h1><div class="waiting panelContent">` +
      `<img class="qrcode lightBorder" alt="微信登录二维码" src="${escapeHtml(`${facts.base}/connect/qrcode/${facts.uuid}`)}">` +
      `<div class="info"><p id="state" role="status">使用微信扫一扫登录</p><p>“${escapeHtml(facts.app)}”</p>` +
      `<p><a target="_blank" rel="noopener" href="${escapeHtml(`${facts.base}/phone?uuid=${facts.uuid}`)}">没有手机？打开${PHONE_TITLE}</a></p>` +
      `</div></div></main>`,
  });
