import { randomBytes } from 'node:crypto';
import type { Trade } from '../channel/index.ts';
import { createSandbox, type SandboxCashier, signSandboxBody } from '../channel/index.ts';
import type { TestContext } from '../../testing.ts';

type Till = { amountFen: number; state: 'open' | 'paid' | 'closed'; refundNo: string };

/**
 * The demo's payment channel with a till that the test pays at. The test controls its answers,
 * signatures and lost orders.
 */
export const testChannel = (ctx: TestContext) => {
  const secret = randomBytes(32);
  const tills = new Map<string, Till>();
  const desk: SandboxCashier = {
    open: ({ tradeNo, amountFen }) => {
      if (!tills.has(tradeNo)) tills.set(tradeNo, { amountFen, state: 'open', refundNo: '' });
      return { url: `http://127.0.0.1/cashier/${tradeNo}` };
    },
    getTrade: (tradeNo): Trade => {
      const till = tills.get(tradeNo);
      if (!till) return { state: 'missing' };
      const { state, amountFen } = till;
      if (state !== 'paid') return { state };
      return { state, amountFen, channelTradeNo: `SB${tradeNo}`, paidAt: ctx.now() };
    },
    close: (tradeNo) => {
      const till = tills.get(tradeNo);
      if (till?.state === 'open') till.state = 'closed';
    },
    refund: ({ tradeNo, refundNo, amountFen }) => {
      const till = tills.get(tradeNo);
      if (till?.state !== 'paid' || till.amountFen !== amountFen) return { state: 'failed' };
      if (till.refundNo !== '' && till.refundNo !== refundNo) return { state: 'failed' };
      till.refundNo = refundNo;
      return { state: 'done' };
    },
    getRefundState: (refundNo) => ({
      state: [...tills.values()].some((till) => till.refundNo === refundNo) ? 'done' : 'missing',
    }),
  };
  const channel = createSandbox({ secret, desk, now: ctx.now });
  const buildNotice = (tradeNo: string, change: object = {}): Record<string, unknown> => ({
    site: 'yunbiao',
    tradeNo,
    state: 'paid',
    amountFen: tills.get(tradeNo)?.amountFen ?? 0,
    sandboxNo: `SB${tradeNo}`,
    ...change,
  });
  return {
    channel,
    tills,
    pay: (tradeNo: string): void => {
      const till = tills.get(tradeNo);
      if (till) till.state = 'paid';
    },
    /** A callback signed by the channel; `change` alters it. */
    callback: (
      tradeNo: string,
      {
        change = {},
        at = ctx.now(),
        key = secret,
      }: { change?: object; at?: number; key?: Buffer } = {},
    ) => {
      const body = JSON.stringify(buildNotice(tradeNo, change));
      const headers = new Headers({
        'sandbox-time': String(at),
        'sandbox-sign': signSandboxBody(key, String(at), body),
      });
      return { headers, body: Buffer.from(body) };
    },
  };
};
