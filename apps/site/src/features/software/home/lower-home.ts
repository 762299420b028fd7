import { lazyRouteComponent } from '@tanstack/react-router';

/**
 * What lies under the hero, a file of its own: the server renders it whole, and a browser that got it so wakes it after
 * the hero. The home's loader calls `preload`, so that it is there with the data.
 */
export const LowerHome = lazyRouteComponent(() => import('./below.tsx'), 'Below');
