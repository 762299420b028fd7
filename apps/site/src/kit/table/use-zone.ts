import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getViewerZone } from './days.ts';

/** Reloads the page once when the server rendered it for another time zone. */
export const useReloadForViewerZone = (tz: string): void => {
  const router = useRouter();
  useEffect(() => {
    if (tz !== getViewerZone()) void router.invalidate();
  }, [router, tz]);
};
