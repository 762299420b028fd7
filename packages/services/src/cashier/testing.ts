import { randomBytes } from 'node:crypto';
import type { Trade } from '../channel/index.ts';
import { createSandbox, type SandboxDesk, sandboxSign } from '../channel/index.ts';
import type { TestContext } from '../testing.ts';

type Till = { amountFen: number; state: 'open' | 'paid' | 'closed'; refundNo: string };

/** The demo's channel over a till the test pays at: what it answers, signs and forgets is the test's to say. */
export const testChannel = (ctx: TestContext) => {
  const secret = randomBytes(32);
  const tills = new Map<string, Till>();
  const desk: SandboxDesk = {
    open: ({ tradeNo, amountFen }) => {
      if (!tills.has(tradeNo)) tills.set(tradeNo, { amountFen, state: 'open', refundNo: '' });
      return { url: `http://127.0.0.1/cashier/${tradeNo}` };
    },
    trade: (tradeNo): Trade => {
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
    refundStand: (refundNo) => ({
      state: [...tills.values()].some((till) => till.refundNo === refundNo) ? 'done' : 'missing',
    }),
  };
  const channel = createSandbox({ secret, desk, now: ctx.now });
  const said = (tradeNo: string, change: object = {}): Record<string, unknown> => ({
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
    /** A callback as the channel signs it, or with something changed. */
    callback: (
      tradeNo: string,
      {
        change = {},
        at = ctx.now(),
        key = secret,
      }: { change?: object; at?: number; key?: Buffer } = {},
    ) => {
      const body = JSON.stringify(said(tradeNo, change));
      const headers = new Headers({
        'sandbox-time': String(at),
        'sandbox-sign': sandboxSign(key, String(at), body),
      });
      return { headers, body: Buffer.from(body) };
    },
  };
};
