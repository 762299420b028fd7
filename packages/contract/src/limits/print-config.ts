import type { LanguageFacts } from '@yunbiao/label';
import { type Finishing, type MediaKind, mostShiftMm } from '@yunbiao/label/language/language';
import { isCommandLanguage, type Language } from '../evidence.ts';
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
  /** Labels from one cut to the next. */
  cutEach: { min: 1, max: 100 },
  darkness: widest('darkness'),
  speed: widest('speed'),
  /** Of each label. */
  copies: { min: 1, max: 100 },
} as const satisfies Record<string, Range>;

/** Groups of printers: how many, how many printers in each, and how long one may be unable to print, minutes. */
export const PRINTER_GROUP_NAME_LENGTH = 40;
export const MAX_GROUPS = 20;
export const GROUP_PRINTERS: Range = { min: 2, max: 8 };
export const GROUP_DELAY_MIN: Range = { min: 0, max: 720 };

/** Where labels begin, down from where the printer takes them to, mm; what a language can be told may be less. */
export const SHIFT_MM: Range = { min: -25.4, max: 25.4 };

/** What is measured on a calibration label, mm. */
export const MEASURED_MM = {
  leftMm: { min: 0, max: LABEL_WIDTH_MM.max },
  topMm: { min: 0, max: LABEL_HEIGHT_MM.max },
  spanMm: { min: 1, max: LABEL_HEIGHT_MM.max * 1.2 },
} as const satisfies Record<string, Range>;

const NOTHING: Range = { min: 0, max: 0 };

/** Of those numbers, what depends on the language of the printer. */
export const listRanges = (
  language: Language,
): Record<'widthMm' | 'gapMm' | keyof LanguageFacts['ranges'], Range> => {
  const { ranges, widestMm = CONFIG_RANGES.widthMm.max, media } = LANGUAGE_FACTS[language];
  return {
    ...ranges,
    widthMm: { ...CONFIG_RANGES.widthMm, max: widestMm },
    gapMm: media.length > 1 ? CONFIG_RANGES.gapMm : NOTHING,
  };
};

/** Vectors drawn on coarser dots than these come out with bars of uneven width, dpi. */
const MIN_VECTOR_DPI = 600;

/** Whether labels can be handed over as vectors that the printer or its driver draws: pages only, on fine dots only. */
export const takesVectors = ({ language, dpi }: { language: Language; dpi: number }): boolean =>
  !isCommandLanguage(language) && dpi >= MIN_VECTOR_DPI;

/** Whether there is anything to choose. */
export const isSettable = ({ min, max }: Range): boolean => min < max;

/** Where labels may be told to begin, mm: from 0 to 0 where the language has no word for it. */
export const shiftRange = (language: Language, dpi: 203 | 300 | 600): Range => {
  const most = mostShiftMm(LANGUAGE_FACTS[language], dpi);
  return { min: -most, max: most };
};

export const MEDIA_WORDS: Readonly<Record<MediaKind, string>> = {
  gap: '间隙纸',
  'black-mark': '黑标纸',
  continuous: '连续纸',
};

export const FINISHING_WORDS: Readonly<Record<Finishing, string>> = {
  printer: '打印机自己定',
  tear: '撕纸',
  peel: '剥纸',
  cut: '切纸',
};

/**
 * What a label is told that nobody said, as labels were before it could be said: those without a gap were one strip, and
 * nothing was told but what is usual in the language.
 */
export const mediaAndFinishing = (said: {
  language: Language;
  gapMm: number;
  media?: MediaKind | undefined;
  finishing?: Finishing | undefined;
}): { media: MediaKind; finishing: Finishing } => ({
  media: said.media ?? (said.gapMm > 0 ? 'gap' : 'continuous'),
  finishing: said.finishing ?? LANGUAGE_FACTS[said.language].usual.finishing,
});
