import type { LanguageFacts } from './language.ts';

/** What is known of ZPL without its encoder, for forms and schemas. */
export const ZPL_FACTS = {
  name: 'ZPL',
  /** What a printer can be told: absolute darkness (`~SD`), and speed in inches a second (`^PR`). */
  ranges: {
    darkness: { min: 0, max: 30 },
    speed: { min: 1, max: 14 },
  },
  usual: { darkness: 15, speed: 4, media: 'gap', gapMm: 2, finishing: 'printer' },
  media: ['gap', 'black-mark', 'continuous'],
  finishing: ['printer', 'tear', 'peel', 'cut'],
  /** `^LT` */
  mostShiftDots: { 203: 120, 300: 120, 600: 120 },
} as const satisfies LanguageFacts;
