import { setTimeout as wait } from 'node:timers/promises';
import { postForm } from './http.ts';
import type { Posted } from './http.ts';

/** A notification to be sent. */
export type Notice = { url: string; headers: Record<string, string>; body: string };

export type Delivery = { about: string; tries: Posted[]; isTaken: boolean };

export type NotifierOptions = {
  /** Seconds before each repeat. */
  schedule: number[];
  /** Duration of a second of the schedule, ms. */
  secondMs: number;
  timeoutMs: number;
  isTaken: (reply: Posted) => boolean;
};

/**
 * Sends until the notification is accepted or the schedule ends. Calls `make` for each attempt,
 * because signatures contain the time.
 */
// oxlint-disable-next-line house/function-length -- one queue: sending, holding and ending share its state
export const createNotifier = (options: NotifierOptions) => {
  const deliveries: Delivery[] = [];
  const held: (() => void)[] = [];
  const ended = new AbortController();
  const under = new Set<Promise<unknown>>();
  let isHolding = false;
  const sendOnce = async (delivery: Delivery, { url, headers, body }: Notice): Promise<void> => {
    const reply = await postForm(url, headers, body, options.timeoutMs);
    delivery.tries.push(reply);
    if (options.isTaken(reply)) delivery.isTaken = true;
  };
  const runDelivery = async (about: string, make: () => Notice): Promise<Delivery> => {
    const delivery: Delivery = { about, tries: [], isTaken: false };
    deliveries.push(delivery);
    for (const seconds of [0, ...options.schedule]) {
      if (seconds > 0) await wait(seconds * options.secondMs, null, { signal: ended.signal });
      if (ended.signal.aborted) break;
      await sendOnce(delivery, make());
      if (delivery.isTaken) break;
    }
    return delivery;
  };
  const startRun = (about: string, make: () => Notice): Promise<Delivery | null> => {
    const running = runDelivery(about, make).catch(() => null);
    under.add(running);
    const removeRunning = (): void => void under.delete(running);
    running.then(removeRunning, removeRunning);
    return running;
  };
  return {
    deliveries,
    /** Sends and repeats in the background; queued while `hold()` is active. */
    notify: (about: string, make: () => Notice): void => {
      const startDelivery = (): void => void startRun(about, make);
      if (isHolding) held.push(startDelivery);
      else startDelivery();
    },
    /** A single attempt, even while notifications are held. */
    sendOnce: async (about: string, notice: Notice): Promise<Posted> => {
      const delivery: Delivery = { about, tries: [], isTaken: false };
      deliveries.push(delivery);
      await sendOnce(delivery, notice);
      return delivery.tries[0] ?? { status: 0, body: '' };
    },
    /** Queues notifications until `release` sends them in order or reversed. */
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
