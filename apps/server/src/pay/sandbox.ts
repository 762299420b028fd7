import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Channel, createSandbox, sandboxSign } from '@yunbiao/services';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { notifyPath } from './create-channels.ts';
import { type Desk, openDesk } from './desk.ts';
import { deskPage } from './desk-page.ts';

const LATER_MS = 8_000;
/** As real channels do, tries again while it is not told that it was taken, ms. */
const AGAIN_MS = [500, 2_000, 5_000] as const;

export type Sandbox = {
  channel: Channel;
  /** GET shows the cashier, POST decides how a payment goes. */
  serve: (request: Request, tradeNo: string) => Promise<Response>;
  stop: () => void;
};

export const deskPath = (tradeNo: string): string => `/np/api/pay/sandbox/${tradeNo}`;

/** Tells the site of a payment as a channel does: a signed POST to the callback's address, again until it is taken. */
const createTeller = (origin: string, secret: Buffer, desk: Desk, log: Log) => {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const after = (ms: number, act: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };
  const post = async (tradeNo: string): Promise<boolean> => {
    const trade = desk.find(tradeNo);
    if (!trade) return true;
    const { state, amountFen, sandboxNo } = trade;
    const body = JSON.stringify({ site: 'yunbiao', tradeNo, state, amountFen, sandboxNo });
    const time = String(Date.now());
    const reply = await fetch(origin + notifyPath('sandbox'), {
      method: 'POST',
      headers: { 'Sandbox-Time': time, 'Sandbox-Sign': sandboxSign(secret, time, body) },
      body,
    });
    await reply.arrayBuffer();
    return reply.ok;
  };
  const tell = async (tradeNo: string, tries = 0): Promise<void> => {
    const isTaken = await post(tradeNo).catch((error: unknown) => {
      log.warn('the sandbox did not reach the site', { error });
      return false;
    });
    const wait = AGAIN_MS[tries];
    if (!isTaken && wait !== undefined) after(wait, () => void tell(tradeNo, tries + 1));
  };
  const stop = (): void => {
    for (const timer of timers) clearTimeout(timer);
  };
  return { tell, after, stop };
};

/** The demo's cashier with its page: a channel that asks for no money. Its secret is new at every start. */
export const offerSandbox = (
  config: Pick<Config, 'dataDir' | 'publicUrl'>,
  log: Log,
  origin: string,
): Sandbox => {
  const secret = randomBytes(32);
  const desk = openDesk({
    file: join(config.dataDir, 'sandbox-cashier.json'),
    now: Date.now,
    getAddress: (tradeNo) => config.publicUrl + deskPath(tradeNo),
  });
  const { tell, after, stop } = createTeller(origin, secret, desk, log);
  const later = new Set<string>();
  const pay = (tradeNo: string): boolean => desk.decide(tradeNo, 'paid');
  const act: Readonly<Record<string, (tradeNo: string) => Promise<void> | void>> = {
    pay: async (tradeNo) => {
      if (pay(tradeNo)) await tell(tradeNo);
    },
    fail: async (tradeNo) => {
      if (desk.decide(tradeNo, 'failed')) await tell(tradeNo);
    },
    later: (tradeNo) => {
      if (later.has(tradeNo)) return;
      later.add(tradeNo);
      after(LATER_MS, () => {
        later.delete(tradeNo);
        if (pay(tradeNo)) void tell(tradeNo);
      });
    },
    twice: async (tradeNo) => {
      if (pay(tradeNo)) await Promise.all([tell(tradeNo), tell(tradeNo)]);
    },
    lost: (tradeNo) => void pay(tradeNo),
  };
  return {
    channel: createSandbox({ secret, desk, now: Date.now }),
    serve: async (request, tradeNo) => {
      if (request.method !== 'POST') return deskPage(desk.find(tradeNo), later.has(tradeNo));
      const length = Number(request.headers.get('content-length') ?? Number.NaN);
      if (!(length <= 100)) return new Response('413\n', { status: 413 });
      const chosen = new URLSearchParams(await request.text()).get('do') ?? '';
      if (Object.hasOwn(act, chosen)) await act[chosen]?.(tradeNo);
      return new Response(null, { status: 303, headers: { Location: deskPath(tradeNo) } });
    },
    stop,
  };
};
