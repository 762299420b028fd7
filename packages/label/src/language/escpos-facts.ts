import type { LanguageFacts } from './language.ts';

/** What is known of ESC/POS without its encoder, for forms and schemas. */
export const ESCPOS_FACTS = {
  name: 'ESC/POS',
  /** Density and speed are told by `GS ( K`, which many printers do not know, and print: they keep their own. */
  ranges: {
    darkness: { min: 0, max: 0 },
    speed: { min: 1, max: 1 },
  },
  usual: { darkness: 0, speed: 1, media: 'continuous', gapMm: 0, finishing: 'cut' },
  /** 576 dots at 203 dpi, of 80 mm paper; on 58 mm paper it is 384 dots, 48 mm. */
  widestMm: 72,
  /** The paper is one strip: no command tells how far apart labels are. */
  media: ['continuous'],
  /** Left below the cutter, a label could not be taken; the command that peels is one maker's. */
  finishing: ['cut', 'tear'],
} as const satisfies LanguageFacts;
