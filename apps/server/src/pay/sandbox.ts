import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Channel, createSandbox, signSandboxBody } from '@yunbiao/services';
import type { Config } from '../config/config.ts';
import type { Log } from '../log.ts';
import { buildPaymentNotifyPath } from './create-channels.ts';
import { type TradeStore, openTradeStore } from './trade-store.ts';
import { createDemoCashierReply } from './sandbox-page.ts';

const LATE_RESULT_MS = 8_000;
/** Retry delays for notifications that were not accepted, ms. */
const RETRY_DELAYS_MS = [500, 2_000, 5_000] as const;

export type Sandbox = {
  channel: Channel;
  /** GET shows the cashier page, POST sets the result of a payment. */
  serve: (request: Request, tradeNo: string) => Promise<Response>;
  stop: () => void;
};

export const buildDemoCashierPath = (tradeNo: string): string => `/np/api/pay/sandbox/${tradeNo}`;

/**
 * Notifies the site of a payment like a real channel: a signed POST to the callback, retried until
 * accepted.
 */
const createPaymentNotifier = (origin: string, secret: Buffer, desk: TradeStore, log: Log) => {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const scheduleAct = (ms: number, act: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };
  const postNotice = async (tradeNo: string): Promise<boolean> => {
    const trade = desk.find(tradeNo);
    if (!trade) return true;
    const { state, amountFen, sandboxNo } = trade;
    const body = JSON.stringify({ site: 'yunbiao', tradeNo, state, amountFen, sandboxNo });
    const time = String(Date.now());
    const reply = await fetch(origin + buildPaymentNotifyPath('sandbox'), {
      method: 'POST',
      headers: { 'Sandbox-Time': time, 'Sandbox-Sign': signSandboxBody(secret, time, body) },
      body,
    });
    await reply.arrayBuffer();
    return reply.ok;
  };
  const notifyTrade = async (tradeNo: string, tries = 0): Promise<void> => {
    const isTaken = await postNotice(tradeNo).catch((error: unknown) => {
      log.warn('the sandbox did not reach the site', { error });
      return false;
    });
    const wait = RETRY_DELAYS_MS[tries];
    if (!isTaken && wait !== undefined)
      scheduleAct(wait, () => void notifyTrade(tradeNo, tries + 1));
  };
  const stopTimers = (): void => {
    for (const timer of timers) clearTimeout(timer);
  };
  return { notify: notifyTrade, schedule: scheduleAct, stop: stopTimers };
};

/** The results that the cashier page offers. A delayed result is pending until it is set. */
const createCashierResultActions = (
  desk: TradeStore,
  { notify, schedule }: Pick<ReturnType<typeof createPaymentNotifier>, 'notify' | 'schedule'>,
) => {
  const later = new Set<string>();
  const markTradePaid = (tradeNo: string): boolean => desk.setResult(tradeNo, 'paid');
  const act: Readonly<Record<string, (tradeNo: string) => Promise<void> | void>> = {
    pay: async (tradeNo) => {
      if (markTradePaid(tradeNo)) await notify(tradeNo);
    },
    fail: async (tradeNo) => {
      if (desk.setResult(tradeNo, 'failed')) await notify(tradeNo);
    },
    later: (tradeNo) => {
      if (later.has(tradeNo)) return;
      later.add(tradeNo);
      schedule(LATE_RESULT_MS, () => {
        later.delete(tradeNo);
        if (markTradePaid(tradeNo)) void notify(tradeNo);
      });
    },
    twice: async (tradeNo) => {
      if (markTradePaid(tradeNo)) await Promise.all([notify(tradeNo), notify(tradeNo)]);
    },
    lost: (tradeNo) => void markTradePaid(tradeNo),
  };
  return { act, isPending: (tradeNo: string): boolean => later.has(tradeNo) };
};

/**
 * Creates the demo payment channel with its cashier page. It moves no money. Its secret is
 * generated at every start.
 */
export const createDemoPaymentSandbox = (
  config: Pick<Config, 'dataDir' | 'publicUrl'>,
  log: Log,
  origin: string,
): Sandbox => {
  const secret = randomBytes(32);
  const desk = openTradeStore({
    file: join(config.dataDir, 'sandbox-cashier.json'),
    now: Date.now,
    getTradeUrl: (tradeNo) => config.publicUrl + buildDemoCashierPath(tradeNo),
  });
  const notifier = createPaymentNotifier(origin, secret, desk, log);
  const { act, isPending } = createCashierResultActions(desk, notifier);
  return {
    channel: createSandbox({ secret, desk, now: Date.now }),
    serve: async (request, tradeNo) => {
      if (request.method !== 'POST')
        return createDemoCashierReply(desk.find(tradeNo), isPending(tradeNo));
      const length = Number(request.headers.get('content-length') ?? Number.NaN);
      if (!(length <= 100)) return new Response('413\n', { status: 413 });
      const chosenAction = new URLSearchParams(await request.text()).get('do') ?? '';
      if (Object.hasOwn(act, chosenAction)) await act[chosenAction]?.(tradeNo);
      return new Response(null, {
        status: 303,
        headers: { Location: buildDemoCashierPath(tradeNo) },
      });
    },
    stop: notifier.stop,
  };
};
