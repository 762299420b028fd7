import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { beijing } from '../works/clock.ts';
import { Faults, withAlternatives } from '../works/faults.ts';
import type { Fault } from '../works/faults.ts';
import { serve } from '../works/http.ts';
import type { Answer, Asked } from '../works/http.ts';
import { createNotifier } from '../works/notifier.ts';
import type { Notice } from '../works/notifier.ts';
import { SCHEDULE } from './options.ts';
import type { AlipayOptions, Trade } from './options.ts';
import { contentOf, isSigned, signText, yuan } from './signing.ts';
import {
  cancel,
  close,
  create,
  createLedger,
  ok,
  query,
  queryRefund,
  refund,
  refuse,
} from './trades.ts';
import type { Fields, Ledger, Said } from './trades.ts';

export type AlipayStandIn = Awaited<ReturnType<typeof openAlipay>>;

const METHODS: Record<string, (ledger: Ledger, biz: Fields) => Said> = {
  'alipay.trade.query': query,
  'alipay.trade.close': close,
  'alipay.trade.cancel': cancel,
  'alipay.trade.refund': refund,
  'alipay.trade.fastpay.refund.query': queryRefund,
};

const bizOf = (content: string): Fields | null => {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
};

const fieldsOf = ({ query: search, body }: Asked): Record<string, string> =>
  Object.fromEntries([...search, ...new URLSearchParams(body)]);

/** Why a request is not accepted, as the gateway says it before any business. */
const refuseRequest = (options: AlipayOptions, fields: Record<string, string>): Said | null => {
  if (fields.app_id !== options.appId)
    return refuse('isv.invalid-app-id', '无效的AppID参数', '40002');
  if (fields.sign_type !== 'RSA2')
    return refuse('isv.invalid-signature-type', '无效签名类型', '40002');
  const isTheirs = isSigned(contentOf(fields), options.merchantPublicKey, fields.sign ?? '');
  if (!isTheirs) return refuse('isv.invalid-signature', '无效签名', '40002');
  return bizOf(fields.biz_content ?? '') === null
    ? refuse('isv.invalid-parameter', '参数无效', '40002')
    : null;
};

const perform = (options: AlipayOptions, ledger: Ledger, fields: Record<string, string>): Said => {
  const refused = refuseRequest(options, fields);
  const biz = bizOf(fields.biz_content ?? '');
  if (refused !== null || biz === null)
    return refused ?? refuse('isv.invalid-parameter', '', '40002');
  if (fields.method === 'alipay.trade.precreate') {
    const urls = { notifyUrl: fields.notify_url ?? '', returnUrl: '' };
    const made = create(ledger, biz, urls);
    if ('node' in made) return made;
    const code = `https://qr.alipay.com/bax${made.tradeNo.slice(-16)}`;
    return ok({ out_trade_no: made.outTradeNo, qr_code: code });
  }
  const method = fields.method ?? '';
  const handle = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (handle === undefined) return refuse('isv.invalid-method', '不存在的方法名', '40002');
  return handle(ledger, biz);
};

/** Alipay's gateway on loopback. */
export const openAlipay = async (options: AlipayOptions) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ledger = createLedger(options);
  const faults = new Faults();
  const notifier = createNotifier({
    schedule: SCHEDULE,
    secondMs: options.secondMs ?? 1,
    timeoutMs: options.timeoutMs ?? 5000,
    isTaken: ({ status, body }) => status === 200 && body === 'success',
  });
  const write = (method: string, node: Fields, by?: string): Answer => {
    const raw = JSON.stringify(node);
    const name = `${method.replaceAll('.', '_')}_response`;
    const signed = by ?? signText(raw, privateKey);
    const end = signed === '' ? '' : `,"sign":${JSON.stringify(signed)}`;
    const headers = { 'content-type': 'text/html;charset=utf-8' };
    return { status: 200, headers, body: `{${JSON.stringify(name)}:${raw}${end}}` };
  };
  const answer = (asked: Asked): Answer => {
    const fields = fieldsOf(asked);
    const method = fields.method ?? 'error';
    const said = perform(options, ledger, fields);
    const failed = refuse('ACQ.SYSTEM_ERROR', '系统错误').node;
    return withAlternatives(write(method, said.node), {
      'system-error': () => write(method, failed),
      stale: () => write(method, said.stale ?? said.node),
      unsigned: () => write(method, said.node, ''),
      'bad-signature': () => write(method, said.node, signText('other', privateKey)),
    });
  };
  const noticeOf = (trade: Trade): Record<string, string> => ({
    notify_time: beijing(ledger.now()),
    notify_type: 'trade_status_sync',
    notify_id: randomBytes(17).toString('hex'),
    charset: 'utf-8',
    version: '1.0',
    app_id: options.appId,
    auth_app_id: options.appId,
    seller_id: options.sellerId,
    out_trade_no: trade.outTradeNo,
    trade_no: trade.tradeNo,
    trade_status: trade.status,
    subject: trade.subject,
    total_amount: yuan(trade.total),
    receipt_amount: yuan(trade.paid),
    buyer_pay_amount: yuan(trade.paid),
    gmt_create: beijing(trade.createdAt),
    ...(trade.paidAt === null ? {} : { gmt_payment: beijing(trade.paidAt) }),
  });
  /** `change` alters the facts before they are signed, `spoil` what is sent afterwards. */
  const seal = (
    url: string,
    facts: Record<string, string>,
    spoil: Record<string, string> = {},
  ): Notice => {
    const sign = signText(contentOf(facts), privateKey);
    const all = { ...facts, sign_type: 'RSA2', sign, ...spoil };
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    return { url, headers, body: new URLSearchParams(all).toString() };
  };
  const payAmount = (outTradeNo: string, fen: number): Trade => {
    const trade = ledger.must(outTradeNo);
    if (trade.status !== 'WAIT_BUYER_PAY') throw new Error(`${outTradeNo} is ${trade.status}`);
    trade.isScanned = true;
    trade.paid = fen;
    trade.paidAt = ledger.now();
    ledger.change(trade, 'TRADE_SUCCESS');
    const notice = seal(trade.notifyUrl, noticeOf(trade));
    notifier.notify(`paid ${outTradeNo}`, () => notice);
    return trade;
  };
  const served = await serve({ name: (asked) => fieldsOf(asked).method ?? '', answer }, faults);
  return {
    gateway: `${served.origin}/gateway.do`,
    /** What answers and notifications are verified by. */
    alipayPublicKey: publicKey,
    ledger: { trades: ledger.trades, find: ledger.find },
    /** Somebody looks at the QR code: from now on the trade exists for queries. */
    scan: (outTradeNo: string): void => void (ledger.must(outTradeNo).isScanned = true),
    pay: (outTradeNo: string): Trade => payAmount(outTradeNo, ledger.must(outTradeNo).total),
    payAmount,
    closeBySystem: (outTradeNo: string): void =>
      ledger.change(ledger.must(outTradeNo), 'TRADE_CLOSED'),
    finish: (outTradeNo: string): void => ledger.change(ledger.must(outTradeNo), 'TRADE_FINISHED'),
    /** A notification whose facts are altered before signing, or after it (`spoil`). */
    tell: (
      outTradeNo: string,
      change: Record<string, string> = {},
      spoil: Record<string, string> = {},
    ) => {
      const trade = ledger.must(outTradeNo);
      const notice = seal(trade.notifyUrl, { ...noticeOf(trade), ...change }, spoil);
      return notifier.sendOnce(`told ${outTradeNo}`, notice);
    },
    holdNotices: notifier.hold,
    releaseNotices: notifier.release,
    deliveries: notifier.deliveries,
    settled: notifier.settled,
    fault: (fault: Fault): void => faults.set(fault),
    clearFaults: (): void => faults.clear(),
    close: async (): Promise<void> => {
      notifier.end();
      await served.close();
    },
  };
};
