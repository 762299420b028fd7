import { setTimeout as wait } from 'node:timers/promises';
import { post } from './http.ts';
import type { Posted } from './http.ts';

/** A notification as it goes out. */
export type Notice = { url: string; headers: Record<string, string>; body: string };

export type Delivery = { about: string; tries: Posted[]; isTaken: boolean };

export type NotifierOptions = {
  /** Seconds before each repeat. */
  schedule: number[];
  /** What a second of the schedule lasts, ms. */
  secondMs: number;
  timeoutMs: number;
  isTaken: (reply: Posted) => boolean;
};

/** Sends until it is taken or the schedule is over. `make` is asked anew for each try: signatures carry the time. */
export const createNotifier = (options: NotifierOptions) => {
  const deliveries: Delivery[] = [];
  const held: (() => void)[] = [];
  const ended = new AbortController();
  const under = new Set<Promise<unknown>>();
  let isHolding = false;
  const once = async (delivery: Delivery, { url, headers, body }: Notice): Promise<void> => {
    const reply = await post(url, headers, body, options.timeoutMs);
    delivery.tries.push(reply);
    if (options.isTaken(reply)) delivery.isTaken = true;
  };
  const run = async (about: string, make: () => Notice): Promise<Delivery> => {
    const delivery: Delivery = { about, tries: [], isTaken: false };
    deliveries.push(delivery);
    for (const seconds of [0, ...options.schedule]) {
      if (seconds > 0) await wait(seconds * options.secondMs, null, { signal: ended.signal });
      if (ended.signal.aborted) break;
      await once(delivery, make());
      if (delivery.isTaken) break;
    }
    return delivery;
  };
  const start = (about: string, make: () => Notice): Promise<Delivery | null> => {
    const running = run(about, make).catch(() => null);
    under.add(running);
    const done = (): void => void under.delete(running);
    running.then(done, done);
    return running;
  };
  return {
    deliveries,
    /** Sends and repeats in the background; held back while `hold()` is on. */
    notify: (about: string, make: () => Notice): void => {
      const go = (): void => void start(about, make);
      if (isHolding) held.push(go);
      else go();
    },
    /** One try, whatever is held. */
    sendOnce: async (about: string, notice: Notice): Promise<Posted> => {
      const delivery: Delivery = { about, tries: [], isTaken: false };
      deliveries.push(delivery);
      await once(delivery, notice);
      return delivery.tries[0] ?? { status: 0, body: '' };
    },
    /** Late notifications: kept until `release`, in the order they were made, or the reverse. */
    hold: (): void => {
      isHolding = true;
    },
    release: (order: 'as-made' | 'reversed' = 'as-made'): void => {
      isHolding = false;
      const waiting = held.splice(0);
      for (const go of order === 'as-made' ? waiting : waiting.toReversed()) go();
    },
    settled: async (): Promise<void> => void (await Promise.all(under)),
    end: (): void => ended.abort(),
  };
};
