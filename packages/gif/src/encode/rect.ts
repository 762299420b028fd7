import { listWords } from '../picture.ts';
import type { Pixels, Rect } from '../picture.ts';

/** What is written where nothing changes: a frame has at least one pixel. */
export const NOWHERE: Rect = { x: 0, y: 0, width: 1, height: 1 };

/** The least rectangle with all that is not `nothing`; null when there is nothing else. */
export function getBounds(values: Uint8Array, nothing: number, width: number): Rect | null {
  let first = 0;
  while (first < values.length && values[first] === nothing) first += 1;
  if (first === values.length) return null;
  let final = values.length - 1;
  while (values[final] === nothing) final -= 1;
  const top = Math.floor(first / width);
  const bottom = Math.floor(final / width);
  let left = width;
  let right = -1;
  for (let y = top; y <= bottom; y += 1) {
    const row = y * width;
    let x = 0;
    while (x < left && values[row + x] === nothing) x += 1;
    left = Math.min(left, x);
    x = width - 1;
    while (x > right && values[row + x] === nothing) x -= 1;
    right = Math.max(right, x);
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** The values of a rectangle, in `room`, which is used again for the next. */
export function crop(
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

export function union(one: Rect | null, other: Rect | null): Rect | null {
  if (one === null || other === null) return one ?? other;
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** What is opaque now and transparent in the next frame. */
export function wipedBy(
  data: Pixels,
  next: Pixels,
  alphaThreshold: number,
  width: number,
): Rect | null {
  const words = listWords(next);
  let first = 0;
  while (first < words.length && (words[first] ?? 0) >>> 24 >= alphaThreshold) first += 1;
  if (first === words.length) return null;
  const now = listWords(data);
  const flags = new Uint8Array(words.length);
  for (let at = first; at < words.length; at += 1) {
    const gone =
      (words[at] ?? 0) >>> 24 < alphaThreshold && (now[at] ?? 0) >>> 24 >= alphaThreshold;
    if (gone) flags[at] = 1;
  }
  return getBounds(flags, 0, width);
}
