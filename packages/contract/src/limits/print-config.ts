import type { LanguageFacts } from '@yunbiao/label';
import type { Language } from '../evidence.ts';
import { LANGUAGE_FACTS } from '../language-facts.ts';
import type { Range } from './input.ts';
import { LABEL_HEIGHT_MM, LABEL_WIDTH_MM } from './template.ts';

export const CONFIG_NAME_LENGTH = 60;

/** From the lowest to the highest any language takes; the one that is chosen may take less. */
const widest = (setting: keyof LanguageFacts['ranges']): Range => {
  const all = Object.values(LANGUAGE_FACTS).map(({ ranges }) => ranges[setting]);
  return {
    min: Math.min(...all.map(({ min }) => min)),
    max: Math.max(...all.map(({ max }) => max)),
  };
};

/** Numbers of a printer configuration. */
export const CONFIG_RANGES = {
  widthMm: LABEL_WIDTH_MM,
  heightMm: LABEL_HEIGHT_MM,
  gapMm: { min: 0, max: 30 },
  /** Labels side by side across the roll, and the gap between two of them. */
  columns: { min: 1, max: 10 },
  columnGapMm: { min: 0, max: 30 },
  offsetXMm: { min: -30, max: 30 },
  offsetYMm: { min: -30, max: 30 },
  /** Feed correction, per cent; 100 leaves it alone. */
  pitchScale: { min: 90, max: 110 },
  /** Dots. */
  barReduction: { min: 0, max: 4 },
  darkness: widest('darkness'),
  speed: widest('speed'),
  /** Of each label. */
  copies: { min: 1, max: 100 },
} as const satisfies Record<string, Range>;

const NOTHING: Range = { min: 0, max: 0 };

/** Of those numbers, what depends on the language of the printer. */
export const rangesOf = (
  language: Language,
): Record<'widthMm' | 'gapMm' | keyof LanguageFacts['ranges'], Range> => {
  const { ranges, widestMm = CONFIG_RANGES.widthMm.max, gaps } = LANGUAGE_FACTS[language];
  return {
    ...ranges,
    widthMm: { ...CONFIG_RANGES.widthMm, max: widestMm },
    gapMm: gaps ? CONFIG_RANGES.gapMm : NOTHING,
  };
};

/** Whether there is anything to choose. */
export const isSettable = ({ min, max }: Range): boolean => min < max;
