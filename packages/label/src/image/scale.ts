import type { Fit } from '../template.ts';
import type { Picture } from './picture.ts';

/** How black each dot of a box is to be, 0 to 255. */
export type Ink = { width: number; height: number; ink: Uint8Array };

/** The part `from` … `to` of a box's side the picture covers, of which it would cover `whole` dots. */
type Extent = { from: number; to: number; start: number; whole: number };

function getExtent(room: number, whole: number): Extent {
  const start = Math.floor((room - whole) / 2);
  return { from: Math.max(0, start), to: Math.min(room, start + whole), start, whole };
}

/**
 * The picture in a box of whole dots. A dot takes the average of the picture under it, so that a picture with as many
 * pixels as dots comes out pixel for pixel. What is clear in it shows paper; `inverse` turns black and white of the
 * picture, its clear parts included, and nothing around it.
 */
export function scalePicture(
  picture: Picture,
  box: { width: number; height: number; fit: Fit; inverse: boolean },
): Ink {
  const { width, height } = box;
  const ratios = [width / picture.width, height / picture.height];
  const scale = box.fit === 'contain' ? Math.min(...ratios) : Math.max(...ratios);
  const getWhole = (room: number, pixels: number): number =>
    box.fit === 'stretch' ? room : Math.max(1, Math.round(pixels * scale));
  const across = getExtent(width, getWhole(width, picture.width));
  const down = getExtent(height, getWhole(height, picture.height));
  const ink = new Uint8Array(width * height);
  const line = new Float64Array(picture.width);
  const columns = listColumns(across, picture.width);
  let above = -1;
  for (let y = down.from; y < down.to; y += 1) {
    const span = getSpan(y, down, picture.height);
    const only = onlyPixel(span);
    const from = y * width;
    // Enlarged, most rows of dots lie under one row of pixels, and are as the one above.
    if (only >= 0 && only === above) ink.copyWithin(from, from - width, from);
    else {
      sumRows(picture, line, span);
      averages(line, columns, ink.subarray(from + across.from, from + across.to));
      if (box.inverse) invert(ink.subarray(from + across.from, from + across.to));
    }
    above = only;
  }
  return { width, height, ink };
}

function invert(ink: Uint8Array): void {
  for (let x = 0; x < ink.length; x += 1) ink[x] = 255 - (ink[x] ?? 0);
}

/** The pixel a span lies in whole, or -1. */
function onlyPixel({ from, to }: Span): number {
  const at = Math.floor(from);
  return to <= at + 1 ? at : -1;
}

/** For each dot across: its first pixel, and which shares are its own. */
type Columns = { first: Int32Array; shareFrom: Int32Array; shares: Float64Array };

function listColumns(across: Extent, pixels: number): Columns {
  const count = Math.max(0, across.to - across.from);
  const [first, shareFrom] = [new Int32Array(count), new Int32Array(count + 1)];
  const shares: number[] = [];
  for (let x = 0; x < count; x += 1) {
    const span = getSpan(across.from + x, across, pixels);
    first[x] = Math.floor(span.from);
    eachPixel(span, pixels, (_, share) => shares.push(share));
    shareFrom[x + 1] = shares.length;
  }
  return { first, shareFrom, shares: Float64Array.from(shares) };
}

function averages(
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

/** Half-open, in pixels and their parts. */
type Span = { from: number; to: number };

function getSpan(dot: number, { start, whole }: Extent, pixels: number): Span {
  return { from: ((dot - start) * pixels) / whole, to: ((dot - start + 1) * pixels) / whole };
}

/** Calls back with each pixel of a span and how much of the span it is. */
function eachPixel({ from, to }: Span, pixels: number, visit: (at: number, share: number) => void) {
  const last = Math.min(pixels, Math.ceil(to));
  for (let at = Math.floor(from); at < last; at += 1)
    visit(at, (Math.min(to, at + 1) - Math.max(from, at)) / (to - from));
}

/** The blackness of each column under a row of dots. */
function sumRows({ width, height, gray, alpha }: Picture, line: Float64Array, span: Span): void {
  line.fill(0);
  eachPixel(span, height, (row, share) => {
    for (let x = 0; x < width; x += 1) {
      const at = row * width + x;
      const black = 255 - (gray[at] ?? 255);
      const shown = alpha === undefined ? black : (black * (alpha[at] ?? 0)) / 255;
      line[x] = (line[x] ?? 0) + shown * share;
    }
  });
}

/** Turned clockwise about its middle, in the smallest box of whole dots around it; between dots it is interpolated. */
export function turnInk(source: Ink, { sin, cos }: { sin: number; cos: number }): Ink {
  // What rounding leaves of a sine must not make the box a dot larger.
  const reach = (a: number, b: number): number => Math.ceil(Math.abs(a) + Math.abs(b) - 1e-9);
  const width = reach(source.width * cos, source.height * sin);
  const height = reach(source.width * sin, source.height * cos);
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
      const right = dx * cos + dy * sin + source.width / 2;
      const down = dy * cos - dx * sin + source.height / 2;
      ink[y * width + x] = Math.round(between(source, right - 0.5, down - 0.5));
    }
  return { width, height, ink };
}

function between({ width, height, ink }: Ink, x: number, y: number): number {
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
  // Of one grey, as most of an enlarged picture is.
  if (topLeft === topRight && topLeft === belowLeft && topLeft === belowRight) return topLeft;
  const upper = topLeft * (left + 1 - x) + topRight * (x - left);
  const lower = belowLeft * (left + 1 - x) + belowRight * (x - left);
  return upper * (top + 1 - y) + lower * (y - top);
}
