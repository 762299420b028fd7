import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { SandboxCashier } from '@yunbiao/services';

/** Maximum number of stored trades. The oldest are removed. */
const MAX_TRADES = 500;

export type SandboxTrade = {
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

export type TradeStore = SandboxCashier & {
  find: (tradeNo: string) => SandboxTrade | undefined;
  /** Sets the result of an open trade. Returns whether the trade was open. */
  setResult: (tradeNo: string, state: 'paid' | 'failed') => boolean;
};

const readTrades = (file: string): SandboxTrade[] => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SandboxTrade[];
  } catch {
    // The file does not exist yet.
    return [];
  }
};

/** Returns a trade as a channel answers a query for it. */
const toChannelTrade = (
  trade: SandboxTrade | undefined,
): ReturnType<SandboxCashier['getTrade']> => {
  if (!trade) return { state: 'missing' };
  const { state, sandboxNo: channelTradeNo, amountFen, paidAt } = trade;
  if (state === 'paid') return { state, channelTradeNo, amountFen, paidAt };
  return { state: state === 'open' ? 'open' : 'closed' };
};

/** Opens the trade store of the demo cashier. It survives a restart, like a real channel. */
export const openTradeStore = ({
  file,
  now,
  getTradeUrl,
}: {
  file: string;
  now: () => number;
  getTradeUrl: (tradeNo: string) => string;
}): TradeStore => {
  const trades = new Map(readTrades(file).map((trade) => [trade.tradeNo, trade]));
  const storeTrade = (trade: SandboxTrade): void => {
    trades.set(trade.tradeNo, trade);
    for (const tradeNo of [...trades.keys()].slice(0, -MAX_TRADES)) trades.delete(tradeNo);
    writeFileSync(`${file}.new`, JSON.stringify([...trades.values()]), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  const findTrade = (tradeNo: string): SandboxTrade | undefined => trades.get(tradeNo);
  return {
    find: findTrade,
    open: ({ tradeNo, subject, amountFen, returnUrl, expiresAt }) => {
      const sandboxNo = `SB${randomBytes(8).toString('hex')}`;
      const initialFields = { state: 'open' as const, sandboxNo, paidAt: 0, refundNo: '' };
      if (!trades.has(tradeNo))
        storeTrade({ tradeNo, subject, amountFen, returnUrl, expiresAt, ...initialFields });
      return { url: getTradeUrl(tradeNo) };
    },
    setResult: (tradeNo, state) => {
      const trade = findTrade(tradeNo);
      if (trade?.state !== 'open' || now() >= trade.expiresAt) return false;
      storeTrade({ ...trade, state, paidAt: now() });
      return true;
    },
    getTrade: (tradeNo) => toChannelTrade(findTrade(tradeNo)),
    close: (tradeNo) => {
      const trade = findTrade(tradeNo);
      if (trade?.state === 'open') storeTrade({ ...trade, state: 'closed' });
    },
    refund: ({ tradeNo, refundNo, amountFen }) => {
      const trade = findTrade(tradeNo);
      if (trade?.state !== 'paid' || amountFen !== trade.amountFen) return { state: 'failed' };
      if (trade.refundNo !== '' && trade.refundNo !== refundNo) return { state: 'failed' };
      storeTrade({ ...trade, refundNo });
      return { state: 'done' };
    },
    getRefundState: (refundNo) => ({
      state: [...trades.values()].some((trade) => trade.refundNo === refundNo) ? 'done' : 'missing',
    }),
  };
};
