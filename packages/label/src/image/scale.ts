import type { Fit } from '../template.ts';
import type { Picture } from './picture.ts';

/** How black each dot of a box is to be, 0 to 255. */
export type Ink = { width: number; height: number; ink: Uint8Array };

/** The part `from` … `to` of a box's side the picture covers, of which it would cover `whole` dots. */
type Extent = { from: number; to: number; start: number; whole: number };

function extentOf(room: number, whole: number): Extent {
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
  const wholeOf = (room: number, pixels: number): number =>
    box.fit === 'stretch' ? room : Math.max(1, Math.round(pixels * scale));
  const across = extentOf(width, wholeOf(width, picture.width));
  const down = extentOf(height, wholeOf(height, picture.height));
  const ink = new Uint8Array(width * height);
  const line = new Float64Array(picture.width);
  for (let y = down.from; y < down.to; y += 1) {
    sumRows(picture, line, spanOf(y, down, picture.height));
    for (let x = across.from; x < across.to; x += 1) {
      const black = Math.round(average(line, spanOf(x, across, picture.width)));
      ink[y * width + x] = box.inverse ? 255 - black : black;
    }
  }
  return { width, height, ink };
}

/** Half-open, in pixels and their parts. */
type Span = { from: number; to: number };

function spanOf(dot: number, { start, whole }: Extent, pixels: number): Span {
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

function average(line: Float64Array, span: Span): number {
  let sum = 0;
  eachPixel(span, line.length, (at, share) => {
    sum += (line[at] ?? 0) * share;
  });
  return sum;
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
  const at = (column: number, row: number): number =>
    column < 0 || row < 0 || column >= width || row >= height
      ? 0
      : (ink[row * width + column] ?? 0);
  const upper = at(left, top) * (left + 1 - x) + at(left + 1, top) * (x - left);
  const lower = at(left, top + 1) * (left + 1 - x) + at(left + 1, top + 1) * (x - left);
  return upper * (top + 1 - y) + lower * (y - top);
}
