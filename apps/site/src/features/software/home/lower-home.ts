import { lazyRouteComponent } from '@tanstack/react-router';

/**
 * Content below the hero, in a separate chunk. The server renders it completely, and the browser
 * hydrates it after the hero. The loader of the home page calls `preload`, so that it arrives with
 * the data.
 */
export const LowerHome = lazyRouteComponent(
  () => import('./lower-home-content.tsx'),
  'LowerHomeContent',
);
