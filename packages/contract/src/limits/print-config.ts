import type { LanguageFacts } from '@yunbiao/label';
import {
  type Finishing,
  type MediaKind,
  computeMaxPrintShiftMm,
} from '@yunbiao/label/language/language';
import { isCommandLanguage, type Language } from '../evidence.ts';
import { LANGUAGE_FACTS } from '../language-facts.ts';
import type { Range } from './input.ts';
import { LABEL_HEIGHT_MM, LABEL_WIDTH_MM } from './template.ts';

export const CONFIG_NAME_LENGTH = 60;

/** Union of the ranges of all languages. The selected language may allow less. */
const computeWidestRange = (setting: keyof LanguageFacts['ranges']): Range => {
  const allRanges = Object.values(LANGUAGE_FACTS).map(({ ranges }) => ranges[setting]);
  return {
    min: Math.min(...allRanges.map(({ min }) => min)),
    max: Math.max(...allRanges.map(({ max }) => max)),
  };
};

/** Numeric settings of a printer configuration. */
export const CONFIG_RANGES = {
  widthMm: LABEL_WIDTH_MM,
  heightMm: LABEL_HEIGHT_MM,
  gapMm: { min: 0, max: 30 },
  /** Labels across the roll, and the gap between columns. */
  columns: { min: 1, max: 10 },
  columnGapMm: { min: 0, max: 30 },
  offsetXMm: { min: -30, max: 30 },
  offsetYMm: { min: -30, max: 30 },
  /** Feed correction, percent; 100 is none. */
  pitchScale: { min: 90, max: 110 },
  /** Dots. */
  barReduction: { min: 0, max: 4 },
  /** Labels between two cuts. */
  cutEach: { min: 1, max: 100 },
  darkness: computeWidestRange('darkness'),
  speed: computeWidestRange('speed'),
  /** Copies of each label. */
  copies: { min: 1, max: 100 },
} as const satisfies Record<string, Range>;

/**
 * Printer groups: groups per member, printers per group, minutes a printer may be unable to print.
 */
export const PRINTER_GROUP_NAME_LENGTH = 40;
export const MAX_GROUPS = 20;
export const GROUP_PRINTERS: Range = { min: 2, max: 8 };
export const GROUP_DELAY_MINUTES: Range = { min: 0, max: 720 };

/** Vertical print start relative to the printer's default, mm. A language may allow less. */
export const SHIFT_MM: Range = { min: -25.4, max: 25.4 };

/** Measurements taken on a calibration label, mm. */
export const CALIBRATION_MEASUREMENTS_MM = {
  leftMm: { min: 0, max: LABEL_WIDTH_MM.max },
  topMm: { min: 0, max: LABEL_HEIGHT_MM.max },
  spanMm: { min: 1, max: LABEL_HEIGHT_MM.max * 1.2 },
} as const satisfies Record<string, Range>;

const NO_RANGE: Range = { min: 0, max: 0 };

/** Ranges that depend on the printer's language. */
export const listSettingRanges = (
  language: Language,
): Record<'widthMm' | 'gapMm' | keyof LanguageFacts['ranges'], Range> => {
  const { ranges, maxWidthMm = CONFIG_RANGES.widthMm.max, media } = LANGUAGE_FACTS[language];
  return {
    ...ranges,
    widthMm: { ...CONFIG_RANGES.widthMm, max: maxWidthMm },
    gapMm: media.length > 1 ? CONFIG_RANGES.gapMm : NO_RANGE,
  };
};

/** Minimum resolution for vectors, dpi. Coarser dots give bars of uneven width. */
const MIN_VECTOR_DPI = 600;

/**
 * Whether labels can be sent as vectors that the printer or its driver rasterizes: document
 * languages at high resolution only.
 */
export const supportsVectors = ({ language, dpi }: { language: Language; dpi: number }): boolean =>
  !isCommandLanguage(language) && dpi >= MIN_VECTOR_DPI;

export const isRangeSettable = ({ min, max }: Range): boolean => min < max;

/** Range of the print start, mm; 0 to 0 when the language cannot set it. */
export const getPrintShiftRange = (language: Language, dpi: 203 | 300 | 600): Range => {
  const max = computeMaxPrintShiftMm(LANGUAGE_FACTS[language], dpi);
  return { min: -max, max };
};

export const MEDIA_LABELS: Readonly<Record<MediaKind, string>> = {
  gap: '间隙纸',
  'black-mark': '黑标纸',
  continuous: '连续纸',
};

export const FINISHING_LABELS: Readonly<Record<Finishing, string>> = {
  printer: '打印机自己定',
  tear: '撕纸',
  peel: '剥纸',
  cut: '切纸',
};

/**
 * Fills in media and finishing for setups stored before these existed: media without a gap is
 * continuous, and finishing is the language's default.
 */
export const resolveMediaAndFinishing = (settings: {
  language: Language;
  gapMm: number;
  media?: MediaKind | undefined;
  finishing?: Finishing | undefined;
}): { media: MediaKind; finishing: Finishing } => ({
  media: settings.media ?? (settings.gapMm > 0 ? 'gap' : 'continuous'),
  finishing: settings.finishing ?? LANGUAGE_FACTS[settings.language].defaults.finishing,
});
