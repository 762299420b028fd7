import { type ComponentType, lazy } from 'react';
import { BELOW_ID, type HomeData } from './home-data.ts';

type Below = ComponentType<{ data: HomeData }>;

const ACTS = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Resolves with the visitor's first act. */
const firstAct = (): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      for (const act of ACTS) removeEventListener(act, done, { capture: true });
      resolve();
    };
    for (const act of ACTS) addEventListener(act, done, { capture: true, passive: true });
  });

const fetchBelow = async (): Promise<{ default: Below }> => {
  // The server's own markup is shown and its links work; the code that makes it live can wait for a visitor who moves.
  if (document.getElementById(BELOW_ID)) await firstAct();
  return { default: (await import('./below.tsx')).Below };
};

/**
 * What lies under the hero. The server renders it whole; a browser that got it so fetches its code at the first act,
 * one that comes from another page at once.
 */
export const BelowLater: Below = import.meta.env.SSR
  ? (await import('./below.tsx')).Below
  : lazy(fetchBelow);
