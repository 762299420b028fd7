import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePrintEvents } from '../../kit/live/live-print.ts';
import { useApi } from '../../kit/site/site.tsx';

/** What the live stream did not bring, e.g. what staff did at the machine, is there soon after, ms. */
const EVERY_MS = { transfer: 15_000, channel: 5_000 } as const;

/** Hears of an order as it moves on: paid, closed, a try that failed. */
export const useOrderNews = (id: string): void => {
  const router = useRouter();
  usePrintEvents((event) => {
    if (event.type === 'order' && event.id === id) void router.invalidate();
  });
};

/**
 * While an order waits for its money: looks again from time to time, and when the member comes back to the page. For one
 * that is paid through a channel the channel is asked, so that a message that got lost is found.
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
    if (how === 'channel') void look(false);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, [id, how, router, api]);
};
