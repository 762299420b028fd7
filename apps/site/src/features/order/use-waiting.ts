import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Staff confirm a transfer at any time; the page says so soon after, ms. */
const EVERY_MS = 15_000;

/** While an order waits for its money: reads it again from time to time, and when the member comes back to the page. */
export const useWaiting = (isWaiting: boolean): void => {
  const router = useRouter();
  useEffect(() => {
    if (!isWaiting) return;
    const look = (): void => {
      if (document.visibilityState === 'visible') void router.invalidate();
    };
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isWaiting, router]);
};
