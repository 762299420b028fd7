import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { viewerZone } from './days.ts';

/** The server cannot know the viewer's zone: a page rendered for another one is read again, once. */
export const useViewerZone = (tz: string): void => {
  const router = useRouter();
  useEffect(() => {
    if (tz !== viewerZone()) void router.invalidate();
  }, [router, tz]);
};
