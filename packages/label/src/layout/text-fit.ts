import type { TextElement } from '../template.ts';
import { breakParagraphIntoLines, createParagraphWithBreakLevels } from '../text/break.ts';
import type { BrokenParagraph } from '../text/break.ts';
import { measureLineWidth } from '../text/shape.ts';
import type { ShapedText, ShapedCharacter } from '../text/shape.ts';
import { listTextRuns } from '../text-runs.ts';
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
  /** Lines are as high as their largest part; otherwise all are one em high. */
  hasLineEms: boolean;
};

export type FittedText = LineMetrics & {
  lines: ShapedCharacter[][];
  /** Height of the largest part of each line, in ems. */
  lineEms: number[];
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
    below: listTextRuns(element).some(({ underline }) => underline) ? UNDERLINE_ROOM : 0,
    hasLineEms: element.spans !== undefined,
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
    lineEms: listLineEms(lines, metrics),
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
  const lineEms = listLineEms(lines, metrics);
  const size = Math.min(across, (height + 1) / computeLinesHeight(lineEms, metrics));
  return size === Infinity ? size : Math.floor(size * 2) / 2;
}

/** Height of the largest part of each line, in ems; an empty line is as high as the one above. */
function listLineEms(
  lines: readonly (readonly ShapedCharacter[])[],
  { hasLineEms }: LineMetrics,
): number[] {
  let em = 1;
  return lines.map((line) => {
    if (!hasLineEms) return 1;
    if (line.length > 0) em = line.reduce((largest, { scale = 1 }) => Math.max(largest, scale), 0);
    return em;
  });
}

/** Height of lines of these ems, in ems. */
export function computeLinesHeight(
  lineEms: readonly number[],
  { lineHeight, below }: LineMetrics,
): number {
  const last = Math.max(0, lineEms.length - 1);
  return (lineEms[last] ?? 1) + (computeLineTops(lineEms, lineHeight)[last] ?? 0) + below;
}

/** Top of each line, in ems: each bottom is one line height of its line below the one before. */
export function computeLineTops(lineEms: readonly number[], lineHeight: number): number[] {
  // Without a sum, so that lines of one height are exact multiples.
  if (lineEms.every((em) => em === 1)) return lineEms.map((_, line) => line * lineHeight);
  let bottom = 0;
  return lineEms.map((em, line) => {
    bottom += line === 0 ? em : em * lineHeight;
    return bottom - em;
  });
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

/** A line that overhangs by less than this share of a line height fits. */
const LINE_TOLERANCE = 0.05;

/** Number of lines that fit into a height, in ems. */
function countFittingLines(
  lineEms: readonly number[],
  height: number,
  { lineHeight, below, hasLineEms }: LineMetrics,
): number {
  if (!hasLineEms) return Math.floor((height - 1 - below) / lineHeight + 1 + LINE_TOLERANCE);
  const tops = computeLineTops(lineEms, lineHeight);
  const overflowAt = lineEms.findIndex(
    (em, line) => (tops[line] ?? 0) + em + below > height + LINE_TOLERANCE * lineHeight * em,
  );
  return overflowAt < 0 ? lineEms.length : overflowAt;
}

function cropLinesToRoom(
  broken: readonly BrokenParagraph[],
  sizeDots: number,
  room: Room,
  metrics: LineMetrics,
): Pick<FittedText, 'lines' | 'lineEms' | 'isCut' | 'isForced'> {
  const lines = broken.flatMap((paragraph) => paragraph.lines);
  const { spacing, edge } = metrics;
  const lineEms = listLineEms(lines, metrics);
  const maxLines = countFittingLines(lineEms, room.height / sizeDots, metrics);
  const max = Math.max(1, maxLines);
  const width = room.width - 2 * edge * sizeDots;
  const isWide = lines.some((line) => measureLineWidth(line, spacing) * sizeDots > width + 1);
  return {
    lines: lines.slice(0, max),
    lineEms: lineEms.slice(0, max),
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
