import type { LanguageFacts } from './language.ts';

/** Facts about ZPL without its encoder, for forms and schemas. */
export const ZPL_FACTS = {
  name: 'ZPL',
  /** Absolute darkness (`~SD`), and speed in inches per second (`^PR`). */
  ranges: {
    darkness: { min: 0, max: 30 },
    speed: { min: 1, max: 14 },
  },
  defaults: { darkness: 15, speed: 4, media: 'gap', gapMm: 2, finishing: 'printer' },
  media: ['gap', 'black-mark', 'continuous'],
  finishing: ['printer', 'tear', 'peel', 'cut'],
  /** `^LT` */
  maxShiftDots: { 203: 120, 300: 120, 600: 120 },
} as const satisfies LanguageFacts;
