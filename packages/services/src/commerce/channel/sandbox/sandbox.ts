import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type BillRow,
  type Callback,
  type Channel,
  RejectedCallbackError,
  type Notice,
  type Purchase,
  type RefundState,
  type Trade,
} from '../../../platform/payment-channel.ts';
import { parseJsonObject, readStringField } from '../http.ts';

/** Maximum age of a callback, ms. */
const MAX_CALLBACK_AGE_MS = 300_000;

/** Demo cashier that simulates a channel. */
export type SandboxCashier = {
  /** Opens a payment. Idempotent. */
  open: (purchase: Purchase) => { url: string };
  getTrade: (tradeNo: string) => Trade;
  close: (tradeNo: string) => void;
  refund: (refund: { tradeNo: string; refundNo: string; amountFen: number }) => RefundState;
  getRefundState: (refundNo: string) => RefundState;
};

/** HMAC-SHA256 over time and body: the signature of sandbox callbacks. */
export const signSandboxBody = (secret: Buffer, time: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(`${time}\n`).update(body).digest('hex');

const isSameSignature = (a: string, b: string): boolean => {
  const [aBytes, bBytes] = [Buffer.from(a), Buffer.from(b)];
  return aBytes.length === bBytes.length && timingSafeEqual(aBytes, bBytes);
};

const verifySandboxCallback = (
  secret: Buffer,
  now: number,
  { headers, body }: Callback,
): Notice => {
  const [time, signature] = [headers.get('sandbox-time') ?? '', headers.get('sandbox-sign') ?? ''];
  if (!/^\d{13}$/.test(time)) throw new RejectedCallbackError('unreadable');
  if (Math.abs(now - Number(time)) > MAX_CALLBACK_AGE_MS) throw new RejectedCallbackError('stale');
  if (!isSameSignature(signature, signSandboxBody(secret, time, body)))
    throw new RejectedCallbackError('signature');
  const parsedBody = parseJsonObject(body.toString());
  const tradeNo = readStringField(parsedBody, 'tradeNo');
  if (!parsedBody || tradeNo === '') throw new RejectedCallbackError('unreadable');
  if (readStringField(parsedBody, 'site') !== 'yunbiao') throw new RejectedCallbackError('app');
  if (readStringField(parsedBody, 'state') === 'failed')
    return { kind: 'trade', tradeNo, trade: { state: 'closed' } };
  const { amountFen } = parsedBody;
  const channelTradeNo = readStringField(parsedBody, 'sandboxNo');
  if (!Number.isSafeInteger(amountFen) || channelTradeNo === '')
    throw new RejectedCallbackError('unreadable');
  const trade: Trade = {
    state: 'paid',
    channelTradeNo,
    amountFen: Number(amountFen),
    paidAt: Number(time),
  };
  return { kind: 'trade', tradeNo, trade };
};

const yieldNoBillRows = async function* (): AsyncGenerator<BillRow> {
  // The sandbox has no bills.
};

/** The demo cashier as a channel. Uses signed callbacks like the real channels. */
export const createSandbox = ({
  secret,
  desk,
  now,
}: {
  secret: Buffer;
  desk: SandboxCashier;
  now: () => number;
}): Channel => ({
  name: 'sandbox',
  create: async (purchase) => {
    const { url } = desk.open(purchase);
    return purchase.scene === 'qr' ? { kind: 'qr', text: url } : { kind: 'redirect', url };
  },
  verify: (callback) => verifySandboxCallback(secret, now(), callback),
  buildAnswer: (isTaken) => ({
    status: isTaken ? 200 : 500,
    type: 'text/plain; charset=utf-8',
    body: isTaken ? 'ok' : 'no',
  }),
  query: async (tradeNo) => desk.getTrade(tradeNo),
  close: async (tradeNo) => desk.close(tradeNo),
  refund: async (refund) => desk.refund(refund),
  queryRefund: async ({ refundNo }) => desk.getRefundState(refundNo),
  parseBill: yieldNoBillRows,
});
