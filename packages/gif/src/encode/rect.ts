import { toPixelWords } from '../picture.ts';
import type { Pixels, Rect } from '../picture.ts';

/** Rectangle of a frame without changes: a frame has at least one pixel. */
export const MINIMAL_RECT: Rect = { x: 0, y: 0, width: 1, height: 1 };

/** Smallest rectangle that contains all values other than `nothing`; null when there are none. */
export function findContentBounds(values: Uint8Array, nothing: number, width: number): Rect | null {
  let first = 0;
  while (first < values.length && values[first] === nothing) first += 1;
  if (first === values.length) return null;
  let final = values.length - 1;
  while (values[final] === nothing) final -= 1;
  const top = Math.floor(first / width);
  const bottom = Math.floor(final / width);
  let minX = width;
  let right = -1;
  for (let y = top; y <= bottom; y += 1) {
    const row = y * width;
    let x = 0;
    while (x < minX && values[row + x] === nothing) x += 1;
    minX = Math.min(minX, x);
    x = width - 1;
    while (x > right && values[row + x] === nothing) x -= 1;
    right = Math.max(right, x);
  }
  return { x: minX, y: top, width: right - minX + 1, height: bottom - top + 1 };
}

/** Copies the values of a rectangle into `room`, which every call overwrites. */
export function cropToRect(
  values: Uint8Array,
  across: number,
  { x, y, width, height }: Rect,
  room: Uint8Array,
): Uint8Array {
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * across + x;
    room.set(values.subarray(from, from + width), row * width);
  }
  return room.subarray(0, width * height);
}

export function mergeRects(a: Rect | null, b: Rect | null): Rect | null {
  if (a === null || b === null) return a ?? b;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** Bounds of pixels that are opaque now and transparent in the next frame. */
export function findNewlyTransparentBounds(
  data: Pixels,
  next: Pixels,
  alphaThreshold: number,
  width: number,
): Rect | null {
  const words = toPixelWords(next);
  let first = 0;
  while (first < words.length && (words[first] ?? 0) >>> 24 >= alphaThreshold) first += 1;
  if (first === words.length) return null;
  const currentWords = toPixelWords(data);
  const flags = new Uint8Array(words.length);
  for (let at = first; at < words.length; at += 1) {
    const isNewlyTransparent =
      (words[at] ?? 0) >>> 24 < alphaThreshold && (currentWords[at] ?? 0) >>> 24 >= alphaThreshold;
    if (isNewlyTransparent) flags[at] = 1;
  }
  return findContentBounds(flags, 0, width);
}
