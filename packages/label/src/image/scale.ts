import type { Fit } from '../template.ts';
import type { Picture } from './picture.ts';

/** Required blackness of each dot of a box, 0 to 255. */
export type Ink = { width: number; height: number; ink: Uint8Array };

/**
 * Dots `from` … `to` that the picture covers along one side of the box. Without clipping it starts
 * at `start` and covers `fullDots` dots.
 */
type Extent = { from: number; to: number; start: number; fullDots: number };

function computeCenteredExtent(room: number, extent: number): Extent {
  const start = Math.floor((room - extent) / 2);
  return { from: Math.max(0, start), to: Math.min(room, start + extent), start, fullDots: extent };
}

/**
 * Scales a picture to a box of whole dots. A dot takes the average of the picture area under it, so
 * a picture with as many pixels as dots is reproduced exactly. Transparent areas show paper;
 * `inverse` swaps black and white of the picture, including its transparent areas, but not of the
 * box around it.
 */
export function scalePicture(
  picture: Picture,
  box: { width: number; height: number; fit: Fit; inverse: boolean },
): Ink {
  const { width, height } = box;
  const ratios = [width / picture.width, height / picture.height];
  const scale = box.fit === 'contain' ? Math.min(...ratios) : Math.max(...ratios);
  const scaleSide = (room: number, pixels: number): number =>
    box.fit === 'stretch' ? room : Math.max(1, Math.round(pixels * scale));
  const across = computeCenteredExtent(width, scaleSide(width, picture.width));
  const down = computeCenteredExtent(height, scaleSide(height, picture.height));
  const ink = new Uint8Array(width * height);
  const line = new Float64Array(picture.width);
  const columns = computeColumnShares(across, picture.width);
  let previousPixel = -1;
  for (let y = down.from; y < down.to; y += 1) {
    const span = computePixelSpan(y, down, picture.height);
    const singlePixel = findPixelContainingSpan(span);
    const from = y * width;
    // In an enlarged picture most dot rows lie within one pixel row and equal the row above.
    if (singlePixel >= 0 && singlePixel === previousPixel) ink.copyWithin(from, from - width, from);
    else {
      sumColumnBlackness(picture, line, span);
      averageColumns(line, columns, ink.subarray(from + across.from, from + across.to));
      if (box.inverse) invertInk(ink.subarray(from + across.from, from + across.to));
    }
    previousPixel = singlePixel;
  }
  return { width, height, ink };
}

function invertInk(ink: Uint8Array): void {
  for (let x = 0; x < ink.length; x += 1) ink[x] = 255 - (ink[x] ?? 0);
}

/** The pixel that contains the entire span, or -1. */
function findPixelContainingSpan({ from, to }: Span): number {
  const at = Math.floor(from);
  return to <= at + 1 ? at : -1;
}

/** Per dot column: its first pixel, and the range of its entries in `shares`. */
type Columns = { first: Int32Array; shareFrom: Int32Array; shares: Float64Array };

function computeColumnShares(across: Extent, pixels: number): Columns {
  const count = Math.max(0, across.to - across.from);
  const [first, shareFrom] = [new Int32Array(count), new Int32Array(count + 1)];
  const shares: number[] = [];
  for (let x = 0; x < count; x += 1) {
    const span = computePixelSpan(across.from + x, across, pixels);
    first[x] = Math.floor(span.from);
    visitSpanPixels(span, pixels, (_, share) => shares.push(share));
    shareFrom[x + 1] = shares.length;
  }
  return { first, shareFrom, shares: Float64Array.from(shares) };
}

function averageColumns(
  line: Float64Array,
  { first, shareFrom, shares }: Columns,
  ink: Uint8Array,
): void {
  for (let x = 0; x < ink.length; x += 1) {
    let sum = 0;
    let at = first[x] ?? 0;
    for (let i = shareFrom[x] ?? 0; i < (shareFrom[x + 1] ?? 0); i += 1, at += 1)
      sum += (line[at] ?? 0) * (shares[i] ?? 0);
    ink[x] = Math.round(sum);
  }
}

/** Half-open range in fractional pixels. */
type Span = { from: number; to: number };

function computePixelSpan(dot: number, { start, fullDots }: Extent, pixels: number): Span {
  return { from: ((dot - start) * pixels) / fullDots, to: ((dot - start + 1) * pixels) / fullDots };
}

/** Calls `visit` with each pixel of a span and its share of the span. */
function visitSpanPixels(
  { from, to }: Span,
  pixels: number,
  visit: (at: number, share: number) => void,
) {
  const last = Math.min(pixels, Math.ceil(to));
  for (let at = Math.floor(from); at < last; at += 1)
    visit(at, (Math.min(to, at + 1) - Math.max(from, at)) / (to - from));
}

/** Sums the blackness of each pixel column under a row of dots. */
function sumColumnBlackness(
  { width, height, gray, alpha }: Picture,
  line: Float64Array,
  span: Span,
): void {
  line.fill(0);
  visitSpanPixels(span, height, (row, share) => {
    for (let x = 0; x < width; x += 1) {
      const at = row * width + x;
      const black = 255 - (gray[at] ?? 255);
      const visibleBlack = alpha === undefined ? black : (black * (alpha[at] ?? 0)) / 255;
      line[x] = (line[x] ?? 0) + visibleBlack * share;
    }
  });
}

/**
 * Rotates clockwise about the centre into the smallest box of whole dots; interpolates between
 * dots.
 */
export function rotateInkByAngle(source: Ink, { sin, cos }: { sin: number; cos: number }): Ink {
  // The rounding error of a sine must not enlarge the box by a dot.
  const computeRotatedExtent = (a: number, b: number): number =>
    Math.ceil(Math.abs(a) + Math.abs(b) - 1e-9);
  const width = computeRotatedExtent(source.width * cos, source.height * sin);
  const height = computeRotatedExtent(source.width * sin, source.height * cos);
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
      const right = dx * cos + dy * sin + source.width / 2;
      const down = dy * cos - dx * sin + source.height / 2;
      ink[y * width + x] = Math.round(interpolateInk(source, right - 0.5, down - 0.5));
    }
  return { width, height, ink };
}

function interpolateInk({ width, height, ink }: Ink, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < -1 || top < -1 || left >= width || top >= height) return 0;
  const from = top * width + left;
  const hasLeft = left >= 0;
  const hasRight = left + 1 < width;
  const hasTop = top >= 0;
  const hasBelow = top + 1 < height;
  const topLeft = hasTop && hasLeft ? (ink[from] ?? 0) : 0;
  const topRight = hasTop && hasRight ? (ink[from + 1] ?? 0) : 0;
  const belowLeft = hasBelow && hasLeft ? (ink[from + width] ?? 0) : 0;
  const belowRight = hasBelow && hasRight ? (ink[from + width + 1] ?? 0) : 0;
  // Fast path: most of an enlarged picture has equal neighbours.
  if (topLeft === topRight && topLeft === belowLeft && topLeft === belowRight) return topLeft;
  const upper = topLeft * (left + 1 - x) + topRight * (x - left);
  const lower = belowLeft * (left + 1 - x) + belowRight * (x - left);
  return upper * (top + 1 - y) + lower * (y - top);
}
