import type { Setup } from '@yunbiao/contract/printing/print-setup';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';

/**
 * Creates the default setup from a label's size, mm, and the printer's resolution: one column, no
 * offset or rotation, and the language's defaults.
 */
export const createDefaultSetup = ({
  language,
  dpi,
  widthMm,
  heightMm,
}: Pick<Setup, 'language' | 'dpi' | 'widthMm' | 'heightMm'>): Setup => ({
  language,
  dpi,
  widthMm,
  heightMm,
  ...LANGUAGE_FACTS[language].defaults,
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
