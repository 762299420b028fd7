import type { KeyObject } from 'node:crypto';
import { ChannelFaults, addAlternatives } from '../works/channel-faults.ts';
import type { Fault } from '../works/channel-faults.ts';
import { serveChannel } from '../works/http.ts';
import type { Answer, Asked } from '../works/http.ts';
import { createNotifier } from '../works/notifier.ts';
import { createBills } from './bill.ts';
import { createCashier, buildErrorPage, isPage } from './cashier.ts';
import { FORGERIES, isRightlySigned } from './forgeries.ts';
import type { Forgery } from './forgeries.ts';
import { listFields, performMethod, refuseRequest } from './gateway.ts';
import { createNotices } from './notices.ts';
import { SCHEDULE } from './options.ts';
import type { AlipayOptions, Trade } from './options.ts';
import { signText } from './signing.ts';
import { createTrade, createLedger, createOkReply, refuseTrade } from './trades.ts';
import type { Fields, Ledger, Said } from './trades.ts';
import { generateRsaKeys } from '../works/keys.ts';

export type AlipayStandIn = Awaited<ReturnType<typeof openAlipay>>;

const GATEWAY = '/gateway.do';

const NO_PAGE: Answer = { status: 404, headers: { 'content-type': 'text/html' }, body: '' };

const precreateTrade = (ledger: Ledger, biz: Fields, notifyUrl: string): Said => {
  const trade = createTrade(ledger, biz, { notifyUrl, returnUrl: '' });
  if ('node' in trade) return trade;
  const code = `https://qr.alipay.com/bax${trade.tradeNo.slice(-16)}`;
  return createOkReply({ out_trade_no: trade.outTradeNo, qr_code: code });
};

/** Key of a fault: the method, or the first part of another path. */
const getOperation = (asked: Asked): string =>
  asked.path === GATEWAY ? (listFields(asked).method ?? '') : (asked.path.split('/')[1] ?? '');

/** A response of the gateway; `by` replaces its signature. */
const writeResponse = (key: KeyObject, method: string, node: Fields, by?: string): Answer => {
  const raw = JSON.stringify(node);
  const name = `${method.replaceAll('.', '_')}_response`;
  const signed = by ?? signText(raw, key);
  const end = signed === '' ? '' : `,"sign":${JSON.stringify(signed)}`;
  const headers = { 'content-type': 'text/html;charset=utf-8' };
  return { status: 200, headers, body: `{${JSON.stringify(name)}:${raw}${end}}` };
};

type Parts = {
  options: AlipayOptions;
  privateKey: KeyObject;
  ledger: Ledger;
  cashier: ReturnType<typeof createCashier>;
  bills: ReturnType<typeof createBills>;
};

/** Answers a request of the gateway with these fields. */
const answerRequest = (
  { options, privateKey, ledger, cashier, bills }: Parts,
  fields: Record<string, string>,
  origin: string,
): Answer => {
  const method = fields.method ?? 'error';
  const refused = refuseRequest(options, fields);
  if (isPage(method)) return refused === null ? cashier.open(fields) : buildErrorPage(refused);
  const said =
    refused ??
    performMethod(ledger, fields, {
      'alipay.trade.precreate': (biz) => precreateTrade(ledger, biz, fields.notify_url ?? ''),
      'alipay.data.dataservice.bill.downloadurl.query': (biz) => bills.ask(biz, origin),
    });
  const writeNode = (node: Fields, by?: string): Answer =>
    writeResponse(privateKey, method, node, by);
  const failed = refuseTrade('ACQ.SYSTEM_ERROR', '系统错误').node;
  const unknown = refuseTrade('isp.unknow-error', '系统繁忙', '20000').node;
  return addAlternatives(writeNode(said.node), {
    'system-error': () => writeNode(failed),
    'unknown-error': () => writeNode(unknown),
    stale: () => writeNode(said.stale ?? said.node),
    unsigned: () => writeNode(said.node, ''),
    'bad-signature': () => writeNode(said.node, signText('other', privateKey)),
  });
};

/** What buyers and Alipay itself do to trades, and the notifications about it. */
const createTradeControls = (
  ledger: Ledger,
  notices: ReturnType<typeof createNotices>,
  notifier: ReturnType<typeof createNotifier>,
) => {
  const payForTrade = (outTradeNo: string, fen: number): Trade => {
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
  return {
    /** Scans the QR code: from now on queries find the trade. */
    scan: (outTradeNo: string): void => void (ledger.must(outTradeNo).isScanned = true),
    pay: (outTradeNo: string): Trade => payForTrade(outTradeNo, ledger.must(outTradeNo).total),
    payAmount: payForTrade,
    closeBySystem: (outTradeNo: string): void =>
      ledger.change(ledger.must(outTradeNo), 'TRADE_CLOSED'),
    finish: (outTradeNo: string): void => ledger.change(ledger.must(outTradeNo), 'TRADE_FINISHED'),
    /** Sends a notification whose facts are altered before signing, or after it (`spoil`). */
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
  };
};

/** Alipay's gateway on loopback. */
export const openAlipay = async (options: AlipayOptions) => {
  const { privateKey, publicKey } = generateRsaKeys('vendor');
  const ledger = createLedger(options);
  const faults = new ChannelFaults();
  const notices = createNotices(options, privateKey, ledger.now);
  const bills = createBills(ledger, options);
  const notifier = createNotifier({
    schedule: SCHEDULE,
    secondMs: options.secondMs ?? 1,
    timeoutMs: options.timeoutMs ?? 5000,
    isTaken: ({ status, body }) => status === 200 && body === 'success',
  });
  const controls = createTradeControls(ledger, notices, notifier);
  const cashier = createCashier({ ledger, pay: controls.pay, returned: notices.returned });
  const parts: Parts = { options, privateKey, ledger, cashier, bills };
  const answerRequestAt = (asked: Asked): Answer =>
    asked.path === GATEWAY
      ? answerRequest(parts, listFields(asked), asked.origin)
      : (cashier.answer(asked) ?? bills.download(asked.path, asked.query) ?? NO_PAGE);
  const served = await serveChannel({ name: getOperation, answer: answerRequestAt }, faults);
  return {
    gateway: `${served.origin}${GATEWAY}`,
    /** The key that verifies responses, notifications and returns. */
    alipayPublicKey: publicKey,
    ledger: { trades: ledger.trades, find: ledger.find },
    ...controls,
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
