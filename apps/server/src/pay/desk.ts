import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { SandboxDesk } from '@yunbiao/services';

/** Trades kept; the oldest are forgotten. */
const MOST = 500;

export type DeskTrade = {
  tradeNo: string;
  subject: string;
  amountFen: number;
  returnUrl: string;
  state: 'open' | 'paid' | 'failed' | 'closed';
  sandboxNo: string;
  paidAt: number;
  expiresAt: number;
  refundNo: string;
};

export type Desk = SandboxDesk & {
  find: (tradeNo: string) => DeskTrade | undefined;
  /** Takes the money, or not; an open trade only. Returns whether it did. */
  decide: (tradeNo: string, state: 'paid' | 'failed') => boolean;
};

const readTrades = (file: string): DeskTrade[] => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DeskTrade[];
  } catch {
    // None yet.
    return [];
  }
};

/** The demo's cashier: a till of its own that outlives a restart, as a real channel would. */
export const openDesk = ({
  file,
  now,
  getAddress,
}: {
  file: string;
  now: () => number;
  getAddress: (tradeNo: string) => string;
}): Desk => {
  const trades = new Map(readTrades(file).map((trade) => [trade.tradeNo, trade]));
  const put = (trade: DeskTrade): void => {
    trades.set(trade.tradeNo, trade);
    for (const tradeNo of [...trades.keys()].slice(0, -MOST)) trades.delete(tradeNo);
    writeFileSync(`${file}.new`, JSON.stringify([...trades.values()]), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  const find = (tradeNo: string): DeskTrade | undefined => trades.get(tradeNo);
  return {
    find,
    open: ({ tradeNo, subject, amountFen, returnUrl, expiresAt }) => {
      const sandboxNo = `SB${randomBytes(8).toString('hex')}`;
      const rest = { state: 'open' as const, sandboxNo, paidAt: 0, refundNo: '' };
      if (!trades.has(tradeNo)) put({ tradeNo, subject, amountFen, returnUrl, expiresAt, ...rest });
      return { url: getAddress(tradeNo) };
    },
    decide: (tradeNo, state) => {
      const trade = find(tradeNo);
      if (trade?.state !== 'open' || now() >= trade.expiresAt) return false;
      put({ ...trade, state, paidAt: now() });
      return true;
    },
    trade: (tradeNo) => {
      const trade = find(tradeNo);
      if (!trade) return { state: 'missing' };
      const { state, sandboxNo: channelTradeNo, amountFen, paidAt } = trade;
      if (state === 'paid') return { state, channelTradeNo, amountFen, paidAt };
      return { state: state === 'open' ? 'open' : 'closed' };
    },
    close: (tradeNo) => {
      const trade = find(tradeNo);
      if (trade?.state === 'open') put({ ...trade, state: 'closed' });
    },
    refund: ({ tradeNo, refundNo, amountFen }) => {
      const trade = find(tradeNo);
      if (trade?.state !== 'paid' || amountFen !== trade.amountFen) return { state: 'failed' };
      if (trade.refundNo !== '' && trade.refundNo !== refundNo) return { state: 'failed' };
      put({ ...trade, refundNo });
      return { state: 'done' };
    },
    refundStand: (refundNo) => ({
      state: [...trades.values()].some((one) => one.refundNo === refundNo) ? 'done' : 'missing',
    }),
  };
};
