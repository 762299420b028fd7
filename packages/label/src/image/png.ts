import { concat } from '../bytes.ts';
import { LabelError } from '../errors.ts';
import { inflate } from './inflate.ts';
import type { Picture } from './picture.ts';
import { type PngHeader, readPngHeader } from './png-header.ts';

const broken = (): LabelError => new LabelError('bad-image', '图片没有存完整');

/** Samples a pixel has, by colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

type Chunks = { data: Uint8Array; palette: Uint8Array; clear: Uint8Array };

/**
 * Reads a PNG: up to 8 bits a sample, not interlaced, no larger than `picture.ts` says. Colours become their luma.
 * Bounded by the size its header claims, which is looked at first.
 * @throws LabelError `bad-image`
 */
export function readPng(bytes: Uint8Array): Picture {
  const header = readPngHeader(bytes);
  const { width, height, depth, colour } = header;
  const chunks = readChunks(bytes);
  const channels = CHANNELS[colour] ?? 1;
  const stride = Math.ceil((width * channels * depth) / 8);
  const packed = inflate(chunks.data, (stride + 1) * height);
  const unit = Math.max(1, (channels * depth) >> 3);
  return toPicture(unfilter(packed, { stride, height, unit }), { ...header, stride }, chunks);
}

function readChunks(bytes: Uint8Array): Chunks {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  const found = { palette: new Uint8Array(0), clear: new Uint8Array(0) };
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (data.length < length) throw broken();
    if (type === 'IDAT') parts.push(data);
    else if (type === 'PLTE') found.palette = data.slice();
    else if (type === 'tRNS') found.clear = data.slice();
    at += length + 12;
  }
  return { data: concat(parts), ...found };
}

/** Undoes the five filters (PNG specification, clause 9). */
function unfilter(
  packed: Uint8Array,
  { stride, height, unit }: { stride: number; height: number; unit: number },
): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = packed[y * (stride + 1)] ?? 0;
    if (filter > 4) throw broken();
    for (let i = 0; i < stride; i += 1) {
      const at = y * stride + i;
      const left = i >= unit ? (out[at - unit] ?? 0) : 0;
      const up = y > 0 ? (out[at - stride] ?? 0) : 0;
      const corner = i >= unit && y > 0 ? (out[at - stride - unit] ?? 0) : 0;
      out[at] = (packed[y * (stride + 1) + 1 + i] ?? 0) + guess(filter, left, up, corner);
    }
  }
  return out;
}

function guess(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter === 0) return 0;
  const [a, b, c] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

const luma = (red: number, green: number, blue: number): number =>
  Math.round((299 * red + 587 * green + 114 * blue) / 1000);

function toPicture(
  lines: Uint8Array,
  { width, height, depth, colour, stride }: PngHeader & { stride: number },
  { palette, clear }: Chunks,
): Picture {
  const [gray, alpha] = [new Uint8Array(width * height), new Uint8Array(width * height).fill(255)];
  const channels = CHANNELS[colour] ?? 1;
  const most = (1 << depth) - 1;
  const sampleAt = (y: number, index: number): number => {
    const bit = index * depth;
    return ((lines[y * stride + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & most;
  };
  // Palettes have an alpha an entry; grey and colours one that is clear, in 16 bits a sample (11.3.2).
  const [clearA, clearB, clearC] = Array.from(
    { length: clear.length >> 1 },
    (_, i) => clear[i * 2 + 1] ?? 0,
  );
  const hasClear = clear.length >> 1 === channels;
  const lumas = Array.from({ length: 256 }, (_, i) =>
    luma(palette[i * 3] ?? 0, palette[i * 3 + 1] ?? 0, palette[i * 3 + 2] ?? 0),
  );
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const first = x * channels;
      const a = sampleAt(y, first);
      const b = channels > 1 ? sampleAt(y, first + 1) : 0;
      const c = channels > 2 ? sampleAt(y, first + 2) : 0;
      if (colour === 3) {
        gray[at] = lumas[a] ?? 0;
        alpha[at] = clear[a] ?? 255;
        continue;
      }
      const isGray = colour === 0 || colour === 4;
      gray[at] = isGray ? Math.round((a * 255) / most) : luma(a, b, c);
      if (colour === 4) alpha[at] = b;
      if (colour === 6) alpha[at] = sampleAt(y, first + 3);
      if (colour < 3 && hasClear && a === clearA)
        alpha[at] = channels === 1 || (b === clearB && c === clearC) ? 0 : 255;
    }
  return alpha.every((value) => value === 255)
    ? { width, height, gray }
    : { width, height, gray, alpha };
}
