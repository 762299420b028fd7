import { concat } from '../bytes.ts';
import { LabelError } from '../errors.ts';
import { inflate } from './inflate.ts';
import type { Picture } from './picture.ts';
import { type PngHeader, readPngHeader } from './png-header.ts';

const broken = (): LabelError => new LabelError('bad-image', '图片没有存完整');

/** Samples a pixel has, by colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

type Chunks = { data: Uint8Array; palette: Uint8Array; clear: Uint8Array };

/** The pixels one pass brings: from the first on, every so many. Its lines are packed and filtered by themselves. */
type Pass = { x: number; y: number; stepX: number; stepY: number; width: number; height: number };

/** The seven passes of an interlaced picture (PNG specification, clause 8.2): first pixel and steps. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function listPasses({ width, height, isInterlaced }: PngHeader): Pass[] {
  if (!isInterlaced) return [{ x: 0, y: 0, stepX: 1, stepY: 1, width, height }];
  const count = (side: number, from: number, step: number): number =>
    Math.max(0, Math.ceil((side - from) / step));
  return ADAM7.map(([x, y, stepX, stepY]) => ({
    x,
    y,
    stepX,
    stepY,
    width: count(width, x, stepX),
    height: count(height, y, stepY),
  })).filter((pass) => pass.width > 0 && pass.height > 0);
}

/**
 * Reads a PNG of any kind, no larger than `picture.ts` says. Colours become their luma, samples of 16 bits are rounded to 8.
 * Bounded by the size its header claims, which is looked at first.
 * @throws LabelError `bad-image`
 */
export function readPng(bytes: Uint8Array): Picture {
  const header = readPngHeader(bytes);
  const { width, height, depth, colour } = header;
  const chunks = readChunks(bytes);
  const channels = CHANNELS[colour] ?? 1;
  const unit = Math.max(1, (channels * depth) >> 3);
  const strides = listPasses(header).map((pass) => ({
    pass,
    stride: Math.ceil((pass.width * channels * depth) / 8),
  }));
  const length = strides.reduce((sum, { pass, stride }) => sum + (stride + 1) * pass.height, 0);
  const packed = inflate(chunks.data, length);
  const gray = new Uint8Array(width * height);
  const alpha = new Uint8Array(width * height).fill(255);
  let at = 0;
  for (const { pass, stride } of strides) {
    const size = (stride + 1) * pass.height;
    const lines = unfilter(packed.subarray(at, at + size), { stride, height: pass.height, unit });
    drawPass({ gray, alpha }, lines, { ...header, pass, stride }, chunks);
    at += size;
  }
  return alpha.every((value) => value === 255)
    ? { width, height, gray }
    : { width, height, gray, alpha };
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

function drawPass(
  { gray, alpha }: { gray: Uint8Array; alpha: Uint8Array },
  lines: Uint8Array,
  { width, depth, colour, pass, stride }: PngHeader & { pass: Pass; stride: number },
  { palette, clear }: Chunks,
): void {
  const channels = CHANNELS[colour] ?? 1;
  const max = (1 << depth) - 1;
  const sampleAt = (y: number, index: number): number => {
    const bit = index * depth;
    const at = y * stride + (bit >> 3);
    if (depth === 16) return ((lines[at] ?? 0) << 8) | (lines[at + 1] ?? 0);
    return ((lines[at] ?? 0) >> (8 - depth - (bit & 7))) & max;
  };
  const toByte = (sample: number): number => Math.round((sample * 255) / max);
  // Palettes have an alpha an entry; grey and colours one that is clear, in 16 bits a sample (11.3.2).
  const [clearA, clearB, clearC] = Array.from(
    { length: clear.length >> 1 },
    (_, i) => (((clear[i * 2] ?? 0) << 8) | (clear[i * 2 + 1] ?? 0)) & max,
  );
  const hasClear = clear.length >> 1 === channels;
  const lumas = Array.from({ length: 256 }, (_, i) =>
    luma(palette[i * 3] ?? 0, palette[i * 3 + 1] ?? 0, palette[i * 3 + 2] ?? 0),
  );
  for (let y = 0; y < pass.height; y += 1)
    for (let x = 0; x < pass.width; x += 1) {
      const at = (pass.y + y * pass.stepY) * width + pass.x + x * pass.stepX;
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
      gray[at] = isGray ? toByte(a) : luma(toByte(a), toByte(b), toByte(c));
      if (colour === 4) alpha[at] = toByte(b);
      if (colour === 6) alpha[at] = toByte(sampleAt(y, first + 3));
      if (colour < 3 && hasClear && a === clearA)
        alpha[at] = channels === 1 || (b === clearB && c === clearC) ? 0 : 255;
    }
}
