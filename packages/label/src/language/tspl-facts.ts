import type { LanguageFacts } from './language.ts';

/** Facts about TSPL without its encoder, for forms and schemas. */
export const TSPL_FACTS = {
  name: 'TSPL',
  /** `DENSITY`, and `SPEED` in inches per second; a slower printer uses its own maximum. */
  ranges: {
    darkness: { min: 0, max: 15 },
    speed: { min: 1, max: 12 },
  },
  defaults: { darkness: 8, speed: 4, media: 'gap', gapMm: 2, finishing: 'printer' },
  media: ['gap', 'black-mark', 'continuous'],
  finishing: ['printer', 'tear', 'peel', 'cut'],
  /** `SHIFT`: one inch. */
  maxShiftDots: { 203: 203, 300: 300, 600: 600 },
} as const satisfies LanguageFacts;
