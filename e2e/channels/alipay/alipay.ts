import { Faults, withAlternatives } from '../works/faults.ts';
import type { Fault } from '../works/faults.ts';
import { serve } from '../works/http.ts';
import type { Answer, Asked } from '../works/http.ts';
import { createNotifier } from '../works/notifier.ts';
import { createBills } from './bill.ts';
import { createCashier, errorPage, isPage } from './cashier.ts';
import { FORGERIES, isRightlySigned } from './forgeries.ts';
import type { Forgery } from './forgeries.ts';
import { listFields, perform, refuseRequest } from './gateway.ts';
import { createNotices } from './notices.ts';
import { SCHEDULE } from './options.ts';
import type { AlipayOptions, Trade } from './options.ts';
import { signText } from './signing.ts';
import { create, createLedger, ok, refuse } from './trades.ts';
import type { Fields, Ledger, Said } from './trades.ts';
import { rsaKeys } from '../works/keys.ts';

export type AlipayStandIn = Awaited<ReturnType<typeof openAlipay>>;

const GATEWAY = '/gateway.do';

const NO_PAGE: Answer = { status: 404, headers: { 'content-type': 'text/html' }, body: '' };

const precreate = (ledger: Ledger, biz: Fields, notifyUrl: string): Said => {
  const made = create(ledger, biz, { notifyUrl, returnUrl: '' });
  if ('node' in made) return made;
  const code = `https://qr.alipay.com/bax${made.tradeNo.slice(-16)}`;
  return ok({ out_trade_no: made.outTradeNo, qr_code: code });
};

/** What faults are set for: the method, or the first part of another path. */
const getOperation = (asked: Asked): string =>
  asked.path === GATEWAY ? (listFields(asked).method ?? '') : (asked.path.split('/')[1] ?? '');

/** Alipay's gateway on loopback. */
export const openAlipay = async (options: AlipayOptions) => {
  const { privateKey, publicKey } = rsaKeys('vendor');
  const ledger = createLedger(options);
  const faults = new Faults();
  const notices = createNotices(options, privateKey, ledger.now);
  const bills = createBills(ledger, options);
  const notifier = createNotifier({
    schedule: SCHEDULE,
    secondMs: options.secondMs ?? 1,
    timeoutMs: options.timeoutMs ?? 5000,
    isTaken: ({ status, body }) => status === 200 && body === 'success',
  });
  const payAmount = (outTradeNo: string, fen: number): Trade => {
    const trade = ledger.must(outTradeNo);
    if (trade.status !== 'WAIT_BUYER_PAY') throw new Error(`${outTradeNo} is ${trade.status}`);
    trade.isScanned = true;
    trade.paid = fen;
    trade.paidAt = ledger.now();
    ledger.change(trade, 'TRADE_SUCCESS');
    if (trade.notifyUrl !== '') {
      const notice = notices.told(trade);
      notifier.notify(`paid ${outTradeNo}`, () => notice);
    }
    return trade;
  };
  const pay = (outTradeNo: string): Trade => payAmount(outTradeNo, ledger.must(outTradeNo).total);
  const cashier = createCashier({ ledger, pay, returned: notices.returned });
  const write = (method: string, node: Fields, by?: string): Answer => {
    const raw = JSON.stringify(node);
    const name = `${method.replaceAll('.', '_')}_response`;
    const signed = by ?? signText(raw, privateKey);
    const end = signed === '' ? '' : `,"sign":${JSON.stringify(signed)}`;
    const headers = { 'content-type': 'text/html;charset=utf-8' };
    return { status: 200, headers, body: `{${JSON.stringify(name)}:${raw}${end}}` };
  };
  const say = (fields: Record<string, string>, origin: string): Answer => {
    const method = fields.method ?? 'error';
    const refused = refuseRequest(options, fields);
    if (isPage(method)) return refused === null ? cashier.open(fields) : errorPage(refused);
    const said =
      refused ??
      perform(ledger, fields, {
        'alipay.trade.precreate': (biz) => precreate(ledger, biz, fields.notify_url ?? ''),
        'alipay.data.dataservice.bill.downloadurl.query': (biz) => bills.ask(biz, origin),
      });
    const failed = refuse('ACQ.SYSTEM_ERROR', '系统错误').node;
    const unknown = refuse('isp.unknow-error', '系统繁忙', '20000').node;
    return withAlternatives(write(method, said.node), {
      'system-error': () => write(method, failed),
      'unknown-error': () => write(method, unknown),
      stale: () => write(method, said.stale ?? said.node),
      unsigned: () => write(method, said.node, ''),
      'bad-signature': () => write(method, said.node, signText('other', privateKey)),
    });
  };
  const answer = (asked: Asked): Answer =>
    asked.path === GATEWAY
      ? say(listFields(asked), asked.origin)
      : (cashier.answer(asked) ?? bills.download(asked.path, asked.query) ?? NO_PAGE);
  const served = await serve({ name: getOperation, answer }, faults);
  return {
    gateway: `${served.origin}${GATEWAY}`,
    /** What answers, notifications and returns are verified by. */
    alipayPublicKey: publicKey,
    ledger: { trades: ledger.trades, find: ledger.find },
    /** Somebody looks at the QR code: from now on the trade exists for queries. */
    scan: (outTradeNo: string): void => void (ledger.must(outTradeNo).isScanned = true),
    pay,
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
      const notice = notices.told(ledger.must(outTradeNo), change, spoil);
      return notifier.sendOnce(`told ${outTradeNo}`, notice);
    },
    forge: (outTradeNo: string, name: Forgery) =>
      notifier.sendOnce(`forged ${name}`, notices.forged(ledger.must(outTradeNo), name)),
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

export { FORGERIES, isRightlySigned };
export type { Forgery };
