import { createHash } from 'node:crypto';
import { formatYuan } from '@yunbiao/services';
import type { SandboxTrade } from './trade-store.ts';

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:16px/1.6 system-ui,sans-serif;background:Canvas;color:CanvasText}main{max-width:420px;margin:0 auto;padding:32px 20px}h1{font-size:20px;margin:0 0 4px}.sum{font-size:36px;font-weight:600;margin:24px 0 4px}form{display:grid;gap:12px;margin:24px 0}button,a.back{display:block;box-sizing:border-box;width:100%;min-height:48px;padding:10px 16px;border:1px solid GrayText;border-radius:8px;background:Canvas;color:CanvasText;font:inherit;text-align:center;text-decoration:none;cursor:pointer}button.main{background:#2b4acb;border-color:#2b4acb;color:#fff}`;

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c,
  );

const STATES: Record<SandboxTrade['state'], string> = {
  open: '等待付款',
  paid: '已付款',
  failed: '付款没有成功',
  closed: '已关闭',
};

const BUTTONS: readonly [value: string, words: string][] = [
  ['pay', '付款成功'],
  ['fail', '付款失败'],
  ['later', '8 秒后付款成功'],
  ['twice', '付款成功，通知发两次'],
  ['lost', '付款成功，通知丢了'],
];

const renderCashierBody = (trade: SandboxTrade, isPending: boolean): string => {
  const form = `<form method="post">${BUTTONS.map(
    ([value, words], i) =>
      `<button name="do" value="${value}"${i === 0 ? ' class="main"' : ''}>${words}</button>`,
  ).join('')}</form>`;
  const state = isPending ? '几秒后付款成功' : STATES[trade.state];
  return `<main><h1>演示收银台</h1><p>这是云标演示模式自带的，不收钱。</p><p class="sum">${formatYuan(trade.amountFen)}</p><p>${escapeHtml(trade.subject)}</p><p role="status">${state}</p>${trade.state === 'open' && !isPending ? form : ''}<p><a class="back" href="${escapeHtml(trade.returnUrl)}">回到订单</a></p></main>`;
};

const createCashierHtmlReply = (status: number, body: string): Response => {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return new Response(
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>演示收银台</title><style>${STYLE}</style></head><body>${body}</body></html>`,
    {
      status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
        'Cache-Control': 'no-store',
      },
    },
  );
};

/**
 * Page of the demo cashier, on which the user decides the result of a payment. Contains no script.
 */
export const createDemoCashierReply = (
  trade: SandboxTrade | undefined,
  isPending: boolean,
): Response =>
  trade
    ? createCashierHtmlReply(200, renderCashierBody(trade, isPending))
    : createCashierHtmlReply(404, '<main><h1>演示收银台</h1><p>没有这一笔付款。</p></main>');
