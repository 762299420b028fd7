import { concatBytes } from '../bytes.ts';
import { LabelError } from '../errors.ts';
import { inflate } from './inflate.ts';
import type { Picture } from './picture.ts';
import { type PngHeader, readPngHeader } from './png-header.ts';

const createIncompletePngError = (): LabelError => new LabelError('bad-image', '图片没有保存完整');

/** Samples per pixel, by colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

type Chunks = { data: Uint8Array; palette: Uint8Array; transparency: Uint8Array };

/**
 * Pixels of one interlace pass: start and step per axis. Each pass is packed and filtered
 * separately.
 */
type Pass = { x: number; y: number; stepX: number; stepY: number; width: number; height: number };

/** Start and step of the seven Adam7 passes (PNG specification, clause 8.2). */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function listInterlacePasses({ width, height, isInterlaced }: PngHeader): Pass[] {
  if (!isInterlaced) return [{ x: 0, y: 0, stepX: 1, stepY: 1, width, height }];
  const countSamples = (side: number, from: number, step: number): number =>
    Math.max(0, Math.ceil((side - from) / step));
  return ADAM7.map(([x, y, stepX, stepY]) => ({
    x,
    y,
    stepX,
    stepY,
    width: countSamples(width, x, stepX),
    height: countSamples(height, y, stepY),
  })).filter((pass) => pass.width > 0 && pass.height > 0);
}

/**
 * Reads a PNG of any kind within the limits of `picture.ts`. Converts colours to luma and 16-bit
 * samples to 8 bits. Memory is bounded by the size in the header, which is checked first.
 * @throws LabelError `bad-image`
 */
export function readPng(bytes: Uint8Array): Picture {
  const header = readPngHeader(bytes);
  const { width, height, depth, colour } = header;
  const chunks = readPngChunks(bytes);
  const channels = CHANNELS[colour] ?? 1;
  const unit = Math.max(1, (channels * depth) >> 3);
  const strides = listInterlacePasses(header).map((pass) => ({
    pass,
    stride: Math.ceil((pass.width * channels * depth) / 8),
  }));
  const length = strides.reduce((sum, { pass, stride }) => sum + (stride + 1) * pass.height, 0);
  const packedRows = inflate(chunks.data, length);
  const gray = new Uint8Array(width * height);
  const alpha = new Uint8Array(width * height).fill(255);
  let at = 0;
  for (const { pass, stride } of strides) {
    const size = (stride + 1) * pass.height;
    const lines = reversePngFilters(packedRows.subarray(at, at + size), {
      stride,
      height: pass.height,
      unit,
    });
    drawInterlacePass({ gray, alpha }, lines, { ...header, pass, stride }, chunks);
    at += size;
  }
  return alpha.every((value) => value === 255)
    ? { width, height, gray }
    : { width, height, gray, alpha };
}

function readPngChunks(bytes: Uint8Array): Chunks {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  const chunkData = { palette: new Uint8Array(0), transparency: new Uint8Array(0) };
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (data.length < length) throw createIncompletePngError();
    if (type === 'IDAT') parts.push(data);
    else if (type === 'PLTE') chunkData.palette = data.slice();
    else if (type === 'tRNS') chunkData.transparency = data.slice();
    at += length + 12;
  }
  return { data: concatBytes(parts), ...chunkData };
}

/** Reverses the five filters (PNG specification, clause 9). */
function reversePngFilters(
  packedRows: Uint8Array,
  { stride, height, unit }: { stride: number; height: number; unit: number },
): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = packedRows[y * (stride + 1)] ?? 0;
    if (filter > 4) throw createIncompletePngError();
    for (let i = 0; i < stride; i += 1) {
      const at = y * stride + i;
      const left = i >= unit ? (out[at - unit] ?? 0) : 0;
      const up = y > 0 ? (out[at - stride] ?? 0) : 0;
      const corner = i >= unit && y > 0 ? (out[at - stride - unit] ?? 0) : 0;
      out[at] =
        (packedRows[y * (stride + 1) + 1 + i] ?? 0) + predictPngByte(filter, left, up, corner);
    }
  }
  return out;
}

function predictPngByte(filter: number, left: number, up: number, corner: number): number {
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

const computeLuma = (red: number, green: number, blue: number): number =>
  Math.round((299 * red + 587 * green + 114 * blue) / 1000);

function drawInterlacePass(
  { gray, alpha }: { gray: Uint8Array; alpha: Uint8Array },
  lines: Uint8Array,
  { width, depth, colour, pass, stride }: PngHeader & { pass: Pass; stride: number },
  { palette, transparency }: Chunks,
): void {
  const channels = CHANNELS[colour] ?? 1;
  const max = (1 << depth) - 1;
  const readSample = (y: number, index: number): number => {
    const bit = index * depth;
    const at = y * stride + (bit >> 3);
    if (depth === 16) return ((lines[at] ?? 0) << 8) | (lines[at + 1] ?? 0);
    return ((lines[at] ?? 0) >> (8 - depth - (bit & 7))) & max;
  };
  const scaleSampleToByte = (sample: number): number => Math.round((sample * 255) / max);
  // tRNS has one alpha value per palette entry; for grey and RGB it has one transparent colour, 16
  // bits per sample (11.3.2).
  const [clearA, clearB, clearC] = Array.from(
    { length: transparency.length >> 1 },
    (_, i) => (((transparency[i * 2] ?? 0) << 8) | (transparency[i * 2 + 1] ?? 0)) & max,
  );
  const hasClear = transparency.length >> 1 === channels;
  const lumas = Array.from({ length: 256 }, (_, i) =>
    computeLuma(palette[i * 3] ?? 0, palette[i * 3 + 1] ?? 0, palette[i * 3 + 2] ?? 0),
  );
  for (let y = 0; y < pass.height; y += 1)
    for (let x = 0; x < pass.width; x += 1) {
      const at = (pass.y + y * pass.stepY) * width + pass.x + x * pass.stepX;
      const first = x * channels;
      const a = readSample(y, first);
      const b = channels > 1 ? readSample(y, first + 1) : 0;
      const c = channels > 2 ? readSample(y, first + 2) : 0;
      if (colour === 3) {
        gray[at] = lumas[a] ?? 0;
        alpha[at] = transparency[a] ?? 255;
        continue;
      }
      const isGray = colour === 0 || colour === 4;
      gray[at] = isGray
        ? scaleSampleToByte(a)
        : computeLuma(scaleSampleToByte(a), scaleSampleToByte(b), scaleSampleToByte(c));
      if (colour === 4) alpha[at] = scaleSampleToByte(b);
      if (colour === 6) alpha[at] = scaleSampleToByte(readSample(y, first + 3));
      if (colour < 3 && hasClear && a === clearA)
        alpha[at] = channels === 1 || (b === clearB && c === clearC) ? 0 : 255;
    }
}
