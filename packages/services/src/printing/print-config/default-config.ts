import type { Language } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';

/** Default settings of a configuration, except name, printer, resolution and label size. */
export const createDefaultConfig = (language: Language) => ({
  language,
  ...LANGUAGE_FACTS[language].defaults,
  columns: 1,
  columnGapMm: 0,
  offsetXMm: 0,
  offsetYMm: 0,
  pitchScale: 100,
  barReduction: 0,
  vector: false,
  rotation: 0 as const,
  cutEach: 1,
  shiftMm: null,
  copies: 1,
  isDefault: false,
  enabled: true,
});
