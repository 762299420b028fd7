import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePrintEvents } from '../../kit/live/live-print.ts';
import { useApi } from '../../kit/site/site.tsx';

/** What the live stream did not bring, e.g. what staff did at the machine, is there soon after, ms. */
const EVERY_MS = { transfer: 15_000, channel: 5_000 } as const;

/** How soon a sleep of the machine is noticed, and how short a one does not matter, ms. */
const WAKE_MS = 1_000;
const NAP_MS = 2_000;

/** Runs it when the machine has slept, or its clock was set: the time of day goes on then, and what is counted does not. */
const onWake = (act: () => void): (() => void) => {
  const ahead = (): number => Date.now() - performance.now();
  let before = ahead();
  const timer = setInterval(() => {
    const now = ahead();
    if (Math.abs(now - before) < NAP_MS) return;
    before = now;
    act();
  }, WAKE_MS);
  return () => clearInterval(timer);
};

/** Hears of an order as it moves on: paid, closed, a try that failed. */
export const useOrderNews = (id: string): void => {
  const router = useRouter();
  usePrintEvents((event) => {
    if (event.type === 'order' && event.id === id) void router.invalidate();
  });
};

/**
 * While an order waits for its money: looks again from time to time, when the member comes back to the page, and when the
 * machine has slept. For one that is paid through a channel the channel is asked, so that a message that got lost is found.
 */
export const useWaiting = (id: string, how: 'transfer' | 'channel' | null): void => {
  const router = useRouter();
  const api = useApi();
  useEffect(() => {
    if (how === null) return;
    const look = async (isBack: boolean): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      if (how === 'transfer') return router.invalidate();
      const reply = await api.call('orderCheck', { id });
      // Until it moves on nothing on the page changes, but for the time left after a sleep, in which nothing was counted.
      if (isBack || (reply.state === 'ok' && reply.data.state !== 'pending'))
        await router.invalidate();
    };
    const timer = setInterval(() => void look(false), EVERY_MS[how]);
    const comeBack = (): void => void look(true);
    document.addEventListener('visibilitychange', comeBack);
    const forget = onWake(comeBack);
    if (how === 'channel') void look(false);
    return () => {
      clearInterval(timer);
      forget();
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, [id, how, router, api]);
};
