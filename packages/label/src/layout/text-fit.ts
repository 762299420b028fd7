import type { TextElement } from '../template.ts';
import { breakLine, getParagraph } from '../text/break.ts';
import type { Broken } from '../text/break.ts';
import { getWidth } from '../text/shape.ts';
import type { Shaped, ShapedCharacter } from '../text/shape.ts';
import { halfDots } from './glyph-run.ts';

/** Distance between baselines, in ems, when the element does not say. */
const LINE_HEIGHT = 1.2;
/** Text is shrunk to fit down to 6 pt, the smallest legible Chinese at 203 dpi, when the element does not say. */
export const LEGIBLE_MM = 2.1;
/** Room below the last line for its underline, in ems. */
const UNDERLINE_ROOM = 0.1;
/** Black at both ends of a line of white text, in ems. */
const INVERSE_EDGE = 0.15;

/** The space a text has: along its lines and across them, in dots. */
export type Room = { width: number; height: number };

/** How lines follow each other, in ems. */
export type LineMetrics = {
  /** Between characters. */
  spacing: number;
  lineHeight: number;
  /** Before and behind each line. */
  edge: number;
  /** Below the last line. */
  below: number;
};

export type Fitted = LineMetrics & {
  lines: ShapedCharacter[][];
  sizeDots: number;
  isShrunk: boolean;
  isCut: boolean;
  /** A line ends inside a word, for want of any other place. */
  isForced: boolean;
};

/** The largest size at which a text fits, and its lines at it; `dotsPerMm` turns the element's sizes into dots. */
export function fitText(
  element: TextElement,
  shaped: Shaped,
  room: Room,
  dotsPerMm: number,
): Fitted {
  const sizeDots = halfDots(element.sizeMm * dotsPerMm);
  const metrics = {
    spacing: ((element.letterSpacingMm ?? 0) * dotsPerMm) / sizeDots,
    lineHeight: element.lineHeight ?? LINE_HEIGHT,
    edge: element.inverse ? INVERSE_EDGE : 0,
    below: element.underline ? UNDERLINE_ROOM : 0,
  };
  const { lines } = shaped;
  if (element.fit === 'wrap') {
    const isFixed = element.minSizeMm === undefined;
    const least = isFixed ? sizeDots : leastSize(element, lines, sizeDots, dotsPerMm);
    return wrapped(shaped, room, metrics, [least, sizeDots]);
  }
  const as = (size: number, isCut: boolean): Fitted => ({
    ...metrics,
    lines,
    sizeDots: size,
    isShrunk: size < sizeDots,
    isCut,
    isForced: false,
  });
  const largest = largestSize(lines, metrics, room);
  if (largest >= sizeDots) return as(sizeDots, false);
  if (element.fit === 'clip') return as(sizeDots, true);
  const least = leastSize(element, lines, sizeDots, dotsPerMm);
  return as(Math.max(least, largest), largest < least);
}

/** The smallest em of at least so many mm, in half dots. */
export function dotsOfText(sizeMm: number, dotsPerMm: number): number {
  return Math.ceil(sizeMm * dotsPerMm * 2 - 1e-6) / 2;
}

/** As far as the text may shrink, in half dots: its smallest part has to stay legible, too. */
function leastSize(
  { minSizeMm = LEGIBLE_MM }: TextElement,
  lines: readonly ShapedCharacter[][],
  sizeDots: number,
  dotsPerMm: number,
): number {
  const share = lines.flat().reduce((least, { scale = 1 }) => Math.min(least, scale), 1);
  return Math.min(sizeDots, dotsOfText(minSizeMm / share, dotsPerMm));
}

/** The largest em, in half dots, at which the lines fit the room. */
function largestSize(
  lines: readonly ShapedCharacter[][],
  metrics: LineMetrics,
  { width, height }: Room,
): number {
  const ems = lines.reduce((most, line) => Math.max(most, getWidth(line, metrics.spacing)), 0);
  // One dot of slack: a box drawn exactly around its text must not shrink it by rounding.
  const across = ems > 0 ? (width + 1) / (ems + 2 * metrics.edge) : Infinity;
  const size = Math.min(across, (height + 1) / getHeight(lines.length, metrics));
  return size === Infinity ? size : Math.floor(size * 2) / 2;
}

/** Of so many lines, in ems. */
export function getHeight(lines: number, { lineHeight, below }: LineMetrics): number {
  return 1 + (lines - 1) * lineHeight + below;
}

/**
 * Breaks into lines at the largest of the sizes, in half dots, at which they all fit and no word is cut; at the largest
 * at which they fit, where every size cuts one; at the smallest where they never fit.
 */
function wrapped(
  { lines }: Shaped,
  room: Room,
  metrics: LineMetrics,
  [least, most]: [number, number],
): Fitted {
  const paragraphs = lines.map(getParagraph);
  const at = (sizeDots: number): Fitted => {
    const width = room.width / sizeDots - 2 * metrics.edge;
    const broken = paragraphs.map((one) => breakLine(one, width, metrics.spacing));
    const fitted = cutToRoom(broken, sizeDots, room, metrics);
    return { ...metrics, ...fitted, sizeDots, isShrunk: sizeDots < most };
  };
  const full = at(most);
  if (least >= most || !(full.isCut || full.isForced)) return full;
  const whole = largestThat(at, least, most, ({ isCut, isForced }) => !isCut && !isForced);
  return whole ?? largestThat(at, least, most, ({ isCut }) => !isCut) ?? at(least);
}

function cutToRoom(
  broken: readonly Broken[],
  sizeDots: number,
  room: Room,
  metrics: LineMetrics,
): Pick<Fitted, 'lines' | 'isCut' | 'isForced'> {
  const lines = broken.flatMap((one) => one.lines);
  const { spacing, lineHeight, below, edge } = metrics;
  const fits = Math.floor((room.height / sizeDots - 1 - below) / lineHeight + 1 + 0.05);
  const most = Math.max(1, fits);
  const width = room.width - 2 * edge * sizeDots;
  const isWide = lines.some((line) => getWidth(line, spacing) * sizeDots > width + 1);
  return {
    lines: lines.slice(0, most),
    isCut: lines.length > fits || isWide,
    isForced: broken.some(({ forced }) => forced > 0),
  };
}

/** The largest size that is good, taken for granted that all below a good one are; undefined when the least is not. */
function largestThat(
  at: (sizeDots: number) => Fitted,
  least: number,
  most: number,
  isGood: (fitted: Fitted) => boolean,
): Fitted | undefined {
  let found = at(least);
  if (!isGood(found)) return undefined;
  let [low, high] = [least * 2, most * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const tried = at(middle / 2);
    if (isGood(tried)) [low, found] = [middle, tried];
    else high = middle;
  }
  return found;
}
