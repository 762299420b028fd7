import type { TextElement } from '../template.ts';
import { breakParagraphIntoLines, createParagraphWithBreakLevels } from '../text/break.ts';
import type { BrokenParagraph } from '../text/break.ts';
import { measureLineWidth } from '../text/shape.ts';
import type { ShapedText, ShapedCharacter } from '../text/shape.ts';
import { roundToHalfDots } from './glyph-run.ts';

/** Default distance between baselines, in ems. */
const LINE_HEIGHT = 1.2;
/** Default minimum size when shrinking, mm: 6 pt, the smallest legible Chinese at 203 dpi. */
export const LEGIBLE_MM = 2.1;
/** Space below the last line for its underline, in ems. */
const UNDERLINE_ROOM = 0.1;
/** Black margin at both ends of a line of white text, in ems. */
const INVERSE_EDGE = 0.15;

/** Space for a text, along and across its lines, in dots. */
export type Room = { width: number; height: number };

/** Line metrics in ems. */
export type LineMetrics = {
  /** Spacing between characters. */
  spacing: number;
  lineHeight: number;
  /** Margin before and after each line. */
  edge: number;
  /** Space below the last line. */
  below: number;
};

export type FittedText = LineMetrics & {
  lines: ShapedCharacter[][];
  sizeDots: number;
  isShrunk: boolean;
  isCut: boolean;
  /** A line breaks inside a word because there is no other break opportunity. */
  isForced: boolean;
};

/**
 * Finds the largest size at which a text fits, and its lines at that size; `dotsPerMm` converts the
 * element's sizes.
 */
export function fitText(
  element: TextElement,
  shaped: ShapedText,
  room: Room,
  dotsPerMm: number,
): FittedText {
  const sizeDots = roundToHalfDots(element.sizeMm * dotsPerMm);
  const metrics = {
    spacing: ((element.letterSpacingMm ?? 0) * dotsPerMm) / sizeDots,
    lineHeight: element.lineHeight ?? LINE_HEIGHT,
    edge: element.inverse ? INVERSE_EDGE : 0,
    below: element.underline ? UNDERLINE_ROOM : 0,
  };
  const { lines } = shaped;
  if (element.fit === 'wrap') {
    const isFixed = element.minSizeMm === undefined;
    const minSize = isFixed
      ? sizeDots
      : computeMinimumTextSize(element, lines, sizeDots, dotsPerMm);
    return wrapText(shaped, room, metrics, [minSize, sizeDots]);
  }
  const createFittedText = (size: number, isCut: boolean): FittedText => ({
    ...metrics,
    lines,
    sizeDots: size,
    isShrunk: size < sizeDots,
    isCut,
    isForced: false,
  });
  const largest = computeLargestTextSize(lines, metrics, room);
  if (largest >= sizeDots) return createFittedText(sizeDots, false);
  if (element.fit === 'clip') return createFittedText(sizeDots, true);
  const min = computeMinimumTextSize(element, lines, sizeDots, dotsPerMm);
  return createFittedText(Math.max(min, largest), largest < min);
}

/** Smallest em of at least `sizeMm`, rounded up to half dots. */
export function toTextSizeDots(sizeMm: number, dotsPerMm: number): number {
  return Math.ceil(sizeMm * dotsPerMm * 2 - 1e-6) / 2;
}

/** Minimum size when shrinking, in half dots: the smallest part of the text must stay legible. */
function computeMinimumTextSize(
  { minSizeMm = LEGIBLE_MM }: TextElement,
  lines: readonly ShapedCharacter[][],
  sizeDots: number,
  dotsPerMm: number,
): number {
  const share = lines.flat().reduce((min, { scale = 1 }) => Math.min(min, scale), 1);
  return Math.min(sizeDots, toTextSizeDots(minSizeMm / share, dotsPerMm));
}

/** Largest em, in half dots, at which the lines fit. */
function computeLargestTextSize(
  lines: readonly ShapedCharacter[][],
  metrics: LineMetrics,
  { width, height }: Room,
): number {
  const ems = lines.reduce(
    (max, line) => Math.max(max, measureLineWidth(line, metrics.spacing)),
    0,
  );
  // One dot of tolerance: rounding must not shrink a text whose box fits exactly.
  const across = ems > 0 ? (width + 1) / (ems + 2 * metrics.edge) : Infinity;
  const size = Math.min(across, (height + 1) / computeLinesHeight(lines.length, metrics));
  return size === Infinity ? size : Math.floor(size * 2) / 2;
}

/** Height of `lines` lines, in ems. */
export function computeLinesHeight(lines: number, { lineHeight, below }: LineMetrics): number {
  return 1 + (lines - 1) * lineHeight + below;
}

/**
 * Breaks the text at the largest size, in half dots, at which all lines fit and no word is broken.
 * Otherwise uses the largest size at which the lines fit, or the minimum if they never fit.
 */
function wrapText(
  { lines }: ShapedText,
  room: Room,
  metrics: LineMetrics,
  [min, max]: [number, number],
): FittedText {
  const paragraphs = lines.map(createParagraphWithBreakLevels);
  const wrapAtSize = (sizeDots: number): FittedText => {
    const width = room.width / sizeDots - 2 * metrics.edge;
    const broken = paragraphs.map((paragraph) =>
      breakParagraphIntoLines(paragraph, width, metrics.spacing),
    );
    const fitted = cropLinesToRoom(broken, sizeDots, room, metrics);
    return { ...metrics, ...fitted, sizeDots, isShrunk: sizeDots < max };
  };
  const fullSizeFit = wrapAtSize(max);
  if (min >= max || !(fullSizeFit.isCut || fullSizeFit.isForced)) return fullSizeFit;
  const unbrokenFit = findLargestFittingText(
    wrapAtSize,
    min,
    max,
    ({ isCut, isForced }) => !isCut && !isForced,
  );
  return (
    unbrokenFit ??
    findLargestFittingText(wrapAtSize, min, max, ({ isCut }) => !isCut) ??
    wrapAtSize(min)
  );
}

function cropLinesToRoom(
  broken: readonly BrokenParagraph[],
  sizeDots: number,
  room: Room,
  metrics: LineMetrics,
): Pick<FittedText, 'lines' | 'isCut' | 'isForced'> {
  const lines = broken.flatMap((paragraph) => paragraph.lines);
  const { spacing, lineHeight, below, edge } = metrics;
  const maxLines = Math.floor((room.height / sizeDots - 1 - below) / lineHeight + 1 + 0.05);
  const max = Math.max(1, maxLines);
  const width = room.width - 2 * edge * sizeDots;
  const isWide = lines.some((line) => measureLineWidth(line, spacing) * sizeDots > width + 1);
  return {
    lines: lines.slice(0, max),
    isCut: lines.length > maxLines || isWide,
    isForced: broken.some(({ forced }) => forced > 0),
  };
}

/**
 * Binary search for the largest size that is good. Assumes that every size below a good one is
 * good. Returns undefined if `min` is not.
 */
function findLargestFittingText(
  at: (sizeDots: number) => FittedText,
  min: number,
  max: number,
  isGood: (fitted: FittedText) => boolean,
): FittedText | undefined {
  let bestFit = at(min);
  if (!isGood(bestFit)) return undefined;
  let [low, high] = [min * 2, max * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const fittingText = at(middle / 2);
    if (isGood(fittingText)) [low, bestFit] = [middle, fittingText];
    else high = middle;
  }
  return bestFit;
}
