import type { LanguageFacts } from './language.ts';

/** What is known of ZPL without its encoder, for forms and schemas. */
export const ZPL_FACTS = {
  name: 'ZPL',
  /** What a printer can be told: absolute darkness (`~SD`), and speed in inches a second (`^PR`). */
  ranges: {
    darkness: { min: 0, max: 30 },
    speed: { min: 1, max: 14 },
  },
  usual: { darkness: 15, speed: 4, gapMm: 2 },
  gaps: true,
} as const satisfies LanguageFacts;
