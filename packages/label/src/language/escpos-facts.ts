import type { LanguageFacts } from './language.ts';

/** Facts about ESC/POS without its encoder, for forms and schemas. */
export const ESCPOS_FACTS = {
  name: 'ESC/POS',
  /**
   * Density and speed would need `GS ( K`, which many printers do not know and print as text. So
   * they keep their own settings.
   */
  ranges: {
    darkness: { min: 0, max: 0 },
    speed: { min: 1, max: 1 },
  },
  defaults: { darkness: 0, speed: 1, media: 'continuous', gapMm: 0, finishing: 'cut' },
  /** 576 dots at 203 dpi, on 80 mm paper; 58 mm paper allows 384 dots, 48 mm. */
  maxWidthMm: 72,
  /** Continuous paper: no command sets the distance between labels. */
  media: ['continuous'],
  /**
   * Without a feed the label would stay below the cutter; the peel command exists on one maker's
   * printers only.
   */
  finishing: ['cut', 'tear'],
} as const satisfies LanguageFacts;
