import type { Setup } from '@yunbiao/contract/gateway';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';

/**
 * What a label is printed with where nobody said more than its size, mm, and the printer's resolution: one column, nothing
 * moved or turned, and for the rest what the language usually has.
 */
export const usualSetup = ({
  language,
  dpi,
  widthMm,
  heightMm,
}: Pick<Setup, 'language' | 'dpi' | 'widthMm' | 'heightMm'>): Setup => ({
  language,
  dpi,
  widthMm,
  heightMm,
  ...LANGUAGE_FACTS[language].usual,
  columns: 1,
  columnGapMm: 0,
  offsetXMm: 0,
  offsetYMm: 0,
  pitchScale: 100,
  rotation: 0,
  barReduction: 0,
  vector: false,
  cutEach: 1,
  shiftMm: null,
});
