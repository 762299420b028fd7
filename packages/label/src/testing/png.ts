import { inflateSync } from 'node:zlib';

/**
 * A decoded PNG for tests: one grey value (0–255) per pixel. Supports the output of our renderers
 * and of external ones.
 */
export type GreyImage = { width: number; height: number; grey: Uint8Array };

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export function decodePng(bytes: Uint8Array): GreyImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  let header = { width: 0, height: 0, depth: 0, colour: 0 };
  let palette = new Uint8Array(0);
  for (let at = 8; at < bytes.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const data = bytes.slice(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      header = {
        width: view.getUint32(at + 8),
        height: view.getUint32(at + 12),
        depth: bytes[at + 16] ?? 0,
        colour: bytes[at + 17] ?? 0,
      };
    } else if (type === 'IDAT') parts.push(data);
    else if (type === 'PLTE') palette = data;
    at += length + 12;
  }
  const { width, height, depth, colour } = header;
  const channels = CHANNELS[colour] ?? 1;
  const stride = Math.ceil((width * channels * depth) / 8);
  const lines = reverseFilters(
    inflateSync(Buffer.concat(parts)),
    stride,
    height,
    Math.max(1, (channels * depth) >> 3),
  );
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      grey[y * width + x] = readSample(lines, y * stride, x, { depth, channels, colour, palette });
  }
  return { width, height, grey };
}

type Format = { depth: number; channels: number; colour: number; palette: Uint8Array };

function readSample(
  lines: Uint8Array,
  row: number,
  x: number,
  { depth, channels, colour, palette }: Format,
): number {
  if (depth === 8) {
    const value = lines[row + x * channels] ?? 0;
    return colour === 3 ? (palette[value * 3] ?? 0) : value;
  }
  const perByte = 8 / depth;
  const shift = 8 - depth * (1 + (x % perByte));
  const value = ((lines[row + Math.floor(x / perByte)] ?? 0) >> shift) & ((1 << depth) - 1);
  return colour === 3 ? (palette[value * 3] ?? 0) : (value * 255) / ((1 << depth) - 1);
}

/** Reverses the five filters (PNG specification, clause 9). */
function reverseFilters(
  data: Uint8Array,
  stride: number,
  height: number,
  unit: number,
): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)] ?? 0;
    for (let i = 0; i < stride; i += 1) {
      const left = i >= unit ? (out[y * stride + i - unit] ?? 0) : 0;
      const up = y > 0 ? (out[(y - 1) * stride + i] ?? 0) : 0;
      const corner = i >= unit && y > 0 ? (out[(y - 1) * stride + i - unit] ?? 0) : 0;
      const guess = [0, left, up, (left + up) >> 1, predictPaeth(left, up, corner)][filter] ?? 0;
      out[y * stride + i] = (data[y * (stride + 1) + 1 + i] ?? 0) + guess;
    }
  }
  return out;
}

function predictPaeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}
