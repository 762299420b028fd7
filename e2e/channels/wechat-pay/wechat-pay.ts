import { randomBytes, randomUUID } from 'node:crypto';
import { formatRfc3339 } from '../works/clock.ts';
import { ChannelFaults } from '../works/channel-faults.ts';
import type { Fault } from '../works/channel-faults.ts';
import { serveChannel } from '../works/http.ts';
import { createNotifier } from '../works/notifier.ts';
import type { Notice } from '../works/notifier.ts';
import {
  createPlatformKeys,
  generatePublicKeyId,
  computeSha1,
  signText,
  signedText,
} from './crypto.ts';
import { FORGERIES, wrapResource } from './forgeries.ts';
import type { Forgery } from './forgeries.ts';
import { createLedger } from './ledger.ts';
import { SCHEDULE } from './options.ts';
import type { Refund, Trade, WechatPayOptions } from './options.ts';
import { createRoutes, getOperation } from './routes.ts';
import { refundNotice, describeTrade } from './shapes.ts';
import { createSigner } from './signing.ts';
import type { Signer } from './signing.ts';
import { generateRsaKeys } from '../works/keys.ts';

export type WechatPayStandIn = Awaited<ReturnType<typeof openWechatPay>>;

const createNotices = (options: WechatPayOptions, signer: Signer) => {
  const now = options.now ?? Date.now;
  const { privateKey: foreignKey } = generateRsaKeys('foreigner');
  const signNotice = (url: string, body: string, at = signer.seconds()): Notice => ({
    url,
    body,
    headers: { 'content-type': 'application/json', ...signer.getHeaders(body, at) },
  });
  const wrap = (resource: object, id: string, event: string, key = options.apiV3Key): string =>
    wrapResource(
      { ...resource },
      {
        id,
        at: formatRfc3339(now()),
        key,
        event,
        kind: event.startsWith('REFUND') ? 'refund' : 'transaction',
      },
    );
  const buildPaidNotice = (trade: Trade) => {
    const id = randomUUID();
    // Repeats carry the same notification with a new signature.
    const body = wrap(describeTrade(trade, options.mchid), id, 'TRANSACTION.SUCCESS');
    return (): Notice => signNotice(trade.notifyUrl, body);
  };
  return {
    paid: buildPaidNotice,
    refunded: (refund: Refund, trade: Trade) => {
      const shape = refundNotice(refund, trade, options.mchid);
      const body = wrap(shape, randomUUID(), `REFUND.${refund.status}`);
      return (): Notice => signNotice(refund.notifyUrl ?? '', body);
    },
    probe: (trade: Trade): Notice => {
      const notice = buildPaidNotice(trade)();
      const fake = `WECHATPAY/SIGNTEST/${randomBytes(48).toString('base64')}`;
      return { ...notice, headers: { ...notice.headers, 'wechatpay-signature': fake } };
    },
    forged: (trade: Trade, name: Forgery): Notice =>
      FORGERIES[name]({
        url: trade.notifyUrl,
        resource: describeTrade(trade, options.mchid),
        wrap: (resource, { key, event = 'TRANSACTION.SUCCESS' }) =>
          wrap(resource, randomUUID(), event, key),
        sign: (body, at) => signNotice(trade.notifyUrl, body, at),
        foreignKey,
        seconds: signer.seconds(),
      }),
  };
};

/** WeChat Pay's APIv3 on loopback. */
// oxlint-disable-next-line house/function-length -- one list of controls that share the ledger and the notifier
export const openWechatPay = async (options: WechatPayOptions) => {
  const now = options.now ?? Date.now;
  let generation = 1;
  let keys = createPlatformKeys(generation);
  const publicKeyId = generatePublicKeyId();
  const signer = createSigner(options, () => keys, publicKeyId);
  const ledger = createLedger(now);
  const faults = new ChannelFaults();
  const notices = createNotices(options, signer);
  const notifier = createNotifier({
    schedule: SCHEDULE,
    secondMs: options.secondMs ?? 1,
    timeoutMs: options.timeoutMs ?? 5000,
    isTaken: ({ status }) => status === 200 || status === 204,
  });
  const answer = createRoutes({ options, ledger, now }, signer, () => keys);
  const { origin, close } = await serveChannel({ name: getOperation, answer }, faults);
  const payForTrade = (outTradeNo: string, fen: number, openid = 'o-stand-in-payer'): Trade => {
    const trade = ledger.pay(outTradeNo, fen, openid);
    notifier.notify(`paid ${outTradeNo}`, notices.paid(trade));
    return trade;
  };
  return {
    origin,
    publicKeyId,
    /** The key that verifies responses, as the merchant platform provides it. */
    platformPublicKey: () => keys.publicKey,
    platformSerial: () => keys.serial,
    /** Replaces the platform certificate by a new one. */
    rotateCertificate: (): void => {
      generation += 1;
      keys = createPlatformKeys(generation);
    },
    ledger: { trades: ledger.trades, refunds: ledger.refunds, find: ledger.find },
    pay: (outTradeNo: string): Trade => payForTrade(outTradeNo, ledger.must(outTradeNo).total),
    payAmount: payForTrade,
    userPaying: (outTradeNo: string): void => ledger.change(ledger.must(outTradeNo), 'USERPAYING'),
    payFails: (outTradeNo: string): void => ledger.change(ledger.must(outTradeNo), 'PAYERROR'),
    closeBySystem: (outTradeNo: string): void => ledger.change(ledger.must(outTradeNo), 'CLOSED'),
    /**
     * The merchant refunds a full trade in the merchant platform: the site gets no response of its
     * own.
     */
    refundInConsole: (outTradeNo: string): void => {
      const trade = ledger.must(outTradeNo);
      const outRefundNo = `console${outTradeNo}`;
      const asked = { outRefundNo, amount: trade.paid, reason: '', notifyUrl: null };
      ledger.addRefund(trade, asked);
      ledger.finishRefund(outRefundNo, 'SUCCESS');
    },
    finishRefund: (outRefundNo: string, status: 'SUCCESS' | 'CLOSED' | 'ABNORMAL' = 'SUCCESS') => {
      const refund = ledger.finishRefund(outRefundNo, status);
      const trade = ledger.must(refund.outTradeNo);
      if (refund.notifyUrl !== null) {
        notifier.notify(`refund ${outRefundNo}`, notices.refunded(refund, trade));
      }
      return refund;
    },
    /** Repeats the notification, as WeChat may at any time. */
    repeat: (outTradeNo: string) =>
      notifier.sendOnce(`repeat ${outTradeNo}`, notices.paid(ledger.must(outTradeNo))()),
    probe: (outTradeNo: string) =>
      notifier.sendOnce(`probe ${outTradeNo}`, notices.probe(ledger.must(outTradeNo))),
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
      await close();
    },
  };
};

export { FORGERIES, computeSha1, signText, signedText };
export type { Forgery };
