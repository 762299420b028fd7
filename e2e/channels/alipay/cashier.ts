import { randomBytes } from 'node:crypto';
import type { Answer, Asked } from '../works/http.ts';
import type { Trade } from './options.ts';
import { formatYuan } from './signing.ts';
import { createTrade, refuseTrade } from './trades.ts';
import type { Fields, Ledger, Said } from './trades.ts';
import { getBiz } from './gateway.ts';

/** Methods that a buyer's browser opens, with the product of each. */
const PRODUCTS: Record<string, string> = {
  'alipay.trade.wap.pay': 'QUICK_WAP_WAY',
  'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY',
};

export const isPage = (method: string): boolean => Object.hasOwn(PRODUCTS, method);

type Session = { outTradeNo: string; method: string; returnUrl: string; quitUrl: string };

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (item) => ENTITIES[item] ?? item);

const buildPage = (title: string, inside: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head><body><main><h1>${escapeHtml(title)}</h1>${inside}</main></body></html>`,
});

const redirectTo = (location: string): Answer => ({ status: 302, headers: { location }, body: '' });

const isAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** HTML for a browser where a server would get JSON. */
export const buildErrorPage = ({ node }: Said): Answer =>
  buildPage(
    '支付宝 - 出错了',
    `<p>错误代码：<code>${escapeHtml(String(node.sub_code))}</code></p><p>${escapeHtml(String(node.sub_msg))}</p>`,
  );

type Parts = {
  ledger: Ledger;
  pay: (outTradeNo: string) => Trade;
  returned: (trade: Trade, method: string, address: string) => string;
};

const STATES = {
  WAIT_BUYER_PAY: '等待付款',
  TRADE_SUCCESS: '交易已付款',
  TRADE_FINISHED: '交易已完结',
  TRADE_CLOSED: '交易已关闭',
};

/** Creates the trade of a signed request and its session, or says why it is refused. */
const createSession = (ledger: Ledger, fields: Record<string, string>): Session | Said => {
  const method = fields.method ?? '';
  const biz: Fields = getBiz(fields.biz_content ?? '') ?? {};
  if (biz.product_code !== PRODUCTS[method]) {
    return refuseTrade('ACQ.INVALID_PARAMETER', '参数无效：product_code');
  }
  const quitUrl = typeof biz.quit_url === 'string' ? biz.quit_url : '';
  const returnUrl = fields.return_url ?? '';
  const isFine = [quitUrl, returnUrl].every((text) => text === '' || isAddress(text));
  if (!isFine) return refuseTrade('isv.invalid-parameter', '参数无效：地址', '40002');
  const trade = createTrade(ledger, biz, { notifyUrl: fields.notify_url ?? '', returnUrl });
  if ('node' in trade) return trade;
  // On phones the buyer is known when the page opens, and the trade exists from then; on a
  // desktop only after payment.
  if (method === 'alipay.trade.wap.pay') trade.isScanned = true;
  return { outTradeNo: trade.outTradeNo, method, returnUrl, quitUrl };
};

/** The cashier of `alipay.trade.wap.pay` and `alipay.trade.page.pay`. */
export const createCashier = ({ ledger, pay, returned }: Parts) => {
  const sessions = new Map<string, Session>();
  const renderSession = (token: string, { outTradeNo }: Session): Answer => {
    const trade = ledger.must(outTradeNo);
    if (trade.status !== 'WAIT_BUYER_PAY')
      return buildPage('支付宝', `<p>${STATES[trade.status]}</p>`);
    const renderButton = (name: string, words: string): string =>
      `<form method="post" action="/cashier/${token}/${name}"><button>${words}</button></form>`;
    return buildPage(
      '支付宝收银台',
      `<p>${escapeHtml(trade.subject)}</p><p>￥<strong>${formatYuan(trade.total)}</strong></p>${renderButton('pay', '确认付款')}${renderButton('cancel', '取消')}`,
    );
  };
  const settleSession = (session: Session): Answer => {
    const { outTradeNo, method, returnUrl } = session;
    const { status } = ledger.must(outTradeNo);
    if (status !== 'WAIT_BUYER_PAY') return buildPage('支付宝', `<p>${STATES[status]}</p>`);
    const trade = pay(outTradeNo);
    if (returnUrl === '') return buildPage('付款成功', `<p>￥${formatYuan(trade.paid)}</p>`);
    return redirectTo(returned(trade, method, returnUrl));
  };
  return {
    /** Answers an accepted request of the gateway. */
    open: (fields: Record<string, string>): Answer => {
      const session = createSession(ledger, fields);
      if ('node' in session) return buildErrorPage(session);
      const token = randomBytes(16).toString('hex');
      sessions.set(token, session);
      return redirectTo(`/cashier/${token}`);
    },
    /** Null for another path. */
    answer: ({ method, path }: Asked): Answer | null => {
      const [, place, token = '', step = '', ...more] = path.split('/');
      if (place !== 'cashier') return null;
      const session = sessions.get(token);
      if (session === undefined || more.length > 0)
        return buildPage('支付宝', '<p>页面已失效</p>', 404);
      if (step === '') return renderSession(token, session);
      if (method !== 'POST') return buildPage('支付宝', '<p>请求方式不对</p>', 405);
      if (step === 'pay') return settleSession(session);
      if (step !== 'cancel') return buildPage('支付宝', '<p>页面已失效</p>', 404);
      return session.quitUrl === ''
        ? buildPage('已取消付款', '')
        : redirectTo(new URL(session.quitUrl).href);
    },
  };
};
