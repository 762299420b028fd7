import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePrintEvents } from '../../kit/live/live-print.ts';
import { useApi } from '../../kit/site/site.tsx';

/** Polling interval for changes that the live stream missed, such as changes by staff, ms. */
const POLL_INTERVAL_MS = { transfer: 15_000, channel: 5_000 } as const;

/** Check interval for detecting sleep, and the minimum sleep that counts, ms. */
const SLEEP_CHECK_MS = 1_000;
const MIN_SLEEP_MS = 2_000;

/**
 * Calls `act` after the machine has slept or its clock was set. The wall clock advances during
 * sleep, `performance.now()` does not.
 */
const runAfterSleepOrClockChange = (act: () => void): (() => void) => {
  const measureClockLead = (): number => Date.now() - performance.now();
  let leadBefore = measureClockLead();
  const timer = setInterval(() => {
    const lead = measureClockLead();
    if (Math.abs(lead - leadBefore) < MIN_SLEEP_MS) return;
    leadBefore = lead;
    act();
  }, SLEEP_CHECK_MS);
  return () => clearInterval(timer);
};

/** Reloads when the order changes: paid, closed, failed attempt. */
export const useOrderEvents = (id: string): void => {
  const router = useRouter();
  usePrintEvents((event) => {
    if (event.type === 'order' && event.id === id) void router.invalidate();
  });
};

/**
 * Checks an unpaid order periodically, when the page becomes visible again, and after the machine
 * has slept. For a channel payment, the server asks the channel, to detect lost callbacks.
 */
export const usePaymentPolling = (id: string, how: 'transfer' | 'channel' | null): void => {
  const router = useRouter();
  const api = useApi();
  useEffect(() => {
    if (how === null) return;
    const checkOrder = async (isBack: boolean): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      if (how === 'transfer') return router.invalidate();
      const reply = await api.call('orderCheck', { id });
      // A pending order needs no reload, except after sleep to correct the remaining time.
      if (isBack || (reply.state === 'ok' && reply.data.state !== 'pending'))
        await router.invalidate();
    };
    const timer = setInterval(() => void checkOrder(false), POLL_INTERVAL_MS[how]);
    const recheckOrder = (): void => void checkOrder(true);
    document.addEventListener('visibilitychange', recheckOrder);
    const stopWatching = runAfterSleepOrClockChange(recheckOrder);
    if (how === 'channel') void checkOrder(false);
    return () => {
      clearInterval(timer);
      stopWatching();
      document.removeEventListener('visibilitychange', recheckOrder);
    };
  }, [id, how, router, api]);
};
