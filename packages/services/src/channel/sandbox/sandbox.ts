import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type BillRow,
  type Callback,
  type Channel,
  Forged,
  type Notice,
  type Purchase,
  type RefundStand,
  type Trade,
} from '../channel.ts';
import { objectIn, textIn } from '../http.ts';

/** A callback is from now, ms. */
const FRESH_MS = 300_000;

/** The cashier that stands in for a channel in a demo: what it knows, asked as a channel is asked. */
export type SandboxDesk = {
  /** Opens a payment there; the same one again is the same. */
  open: (purchase: Purchase) => { url: string };
  trade: (tradeNo: string) => Trade;
  close: (tradeNo: string) => void;
  refund: (refund: { tradeNo: string; refundNo: string; amountFen: number }) => RefundStand;
  refundStand: (refundNo: string) => RefundStand;
};

/** HMAC-SHA256 over time and body, as the sandbox signs its callbacks. */
export const sandboxSign = (secret: Buffer, time: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(`${time}\n`).update(body).digest('hex');

const isSame = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
};

const verify = (secret: Buffer, now: number, { headers, body }: Callback): Notice => {
  const [time, signature] = [headers.get('sandbox-time') ?? '', headers.get('sandbox-sign') ?? ''];
  if (!/^\d{13}$/.test(time)) throw new Forged('unreadable');
  if (Math.abs(now - Number(time)) > FRESH_MS) throw new Forged('stale');
  if (!isSame(signature, sandboxSign(secret, time, body))) throw new Forged('signature');
  const said = objectIn(body.toString());
  const tradeNo = textIn(said, 'tradeNo');
  if (!said || tradeNo === '') throw new Forged('unreadable');
  if (textIn(said, 'site') !== 'yunbiao') throw new Forged('app');
  if (textIn(said, 'state') === 'failed')
    return { kind: 'trade', tradeNo, trade: { state: 'closed' } };
  const { amountFen } = said;
  const channelTradeNo = textIn(said, 'sandboxNo');
  if (!Number.isSafeInteger(amountFen) || channelTradeNo === '') throw new Forged('unreadable');
  const trade: Trade = {
    state: 'paid',
    channelTradeNo,
    amountFen: Number(amountFen),
    paidAt: Number(time),
  };
  return { kind: 'trade', tradeNo, trade };
};

const noRows = async function* (): AsyncGenerator<BillRow> {
  // The sandbox writes no bills.
};

/** The demo's cashier as a channel, through the same signed callbacks as real ones. */
export const createSandbox = ({
  secret,
  desk,
  now,
}: {
  secret: Buffer;
  desk: SandboxDesk;
  now: () => number;
}): Channel => ({
  name: 'sandbox',
  create: async (purchase) => {
    const { url } = desk.open(purchase);
    return purchase.scene === 'qr' ? { kind: 'qr', text: url } : { kind: 'redirect', url };
  },
  verify: (callback) => verify(secret, now(), callback),
  answer: (isTaken) => ({
    status: isTaken ? 200 : 500,
    type: 'text/plain; charset=utf-8',
    body: isTaken ? 'ok' : 'no',
  }),
  query: async (tradeNo) => desk.trade(tradeNo),
  close: async (tradeNo) => desk.close(tradeNo),
  refund: async (refund) => desk.refund(refund),
  queryRefund: async ({ refundNo }) => desk.refundStand(refundNo),
  billRows: noRows,
});
