import type { LanguageFacts } from './language.ts';

/** Facts for printers that receive a page, and whose driver or queue holds the settings. */
export const DRIVER_FACTS = {
  name: '系统驱动',
  ranges: {
    darkness: { min: 0, max: 0 },
    speed: { min: 1, max: 1 },
  },
  defaults: { darkness: 0, speed: 1, media: 'continuous', gapMm: 0, finishing: 'printer' },
  media: ['continuous'],
  finishing: ['printer'],
} as const satisfies LanguageFacts;
