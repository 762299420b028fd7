import type { LanguageFacts } from './language.ts';

/** What is known of printers that are given a page to print, and whose own driver or queue has their settings. */
export const DRIVER_FACTS = {
  name: '系统驱动',
  ranges: {
    darkness: { min: 0, max: 0 },
    speed: { min: 1, max: 1 },
  },
  usual: { darkness: 0, speed: 1, media: 'continuous', gapMm: 0, finishing: 'printer' },
  media: ['continuous'],
  finishing: ['printer'],
} as const satisfies LanguageFacts;
