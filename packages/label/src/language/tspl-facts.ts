import type { LanguageFacts } from './language.ts';

/** What is known of TSPL without its encoder, for forms and schemas. */
export const TSPL_FACTS = {
  name: 'TSPL',
  /** What a printer can be told: `DENSITY`, and `SPEED` in inches a second; one that is slower takes its own fastest. */
  ranges: {
    darkness: { min: 0, max: 15 },
    speed: { min: 1, max: 12 },
  },
  usual: { darkness: 8, speed: 4, media: 'gap', gapMm: 2, finishing: 'printer' },
  media: ['gap', 'black-mark', 'continuous'],
  finishing: ['printer', 'tear', 'peel', 'cut'],
  /** `SHIFT`: an inch. */
  mostShiftDots: { 203: 203, 300: 300, 600: 600 },
} as const satisfies LanguageFacts;
