import { deflateSync } from 'node:zlib';
import { computeCrc32 } from '../output/crc.ts';

type Made = {
  width: number;
  height: number;
  depth: number;
  colour: number;
  /** Packed rows without filter bytes. */
  rows: Uint8Array;
  /** Filter of each row; 0 by default. */
  filters?: readonly number[];
  palette?: Uint8Array;
  clear?: Uint8Array;
  interlace?: number;
};

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Encodes a PNG of any colour type and depth, so that tests of readers cover all of them. */
export function makePng(made: Made): Uint8Array {
  const { width, height, depth, colour, palette, clear, interlace = 0 } = made;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([depth, colour, 0, 0, interlace], 8);
  const chunks = [createChunk('IHDR', header)];
  if (palette) chunks.push(createChunk('PLTE', palette));
  if (clear) chunks.push(createChunk('tRNS', clear));
  // Two IDAT chunks, as in long files.
  const data = deflateSync(packRows(made));
  const half = data.length >> 1;
  chunks.push(
    createChunk('IDAT', data.subarray(0, half)),
    createChunk('IDAT', data.subarray(half)),
  );
  chunks.push(createChunk('IEND', new Uint8Array(0)));
  return new Uint8Array(
    Buffer.concat([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), ...chunks]),
  );
}

/** First pixel and step of each pass of an interlaced picture. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The pixels of one pass, as a picture. */
function takePass(made: Made, [x0, y0, dx, dy]: (typeof PASSES)[number]): Made {
  const { width, height, depth, colour, rows } = made;
  const bits = (CHANNELS[colour] ?? 1) * depth;
  const stride = rows.length / height;
  const across = Math.ceil((width - x0) / dx);
  const down = Math.ceil((height - y0) / dy);
  const packed = new Uint8Array(Math.ceil((Math.max(0, across) * bits) / 8) * Math.max(0, down));
  const own = packed.length / Math.max(1, down);
  const getBit = (y: number, bit: number): number =>
    ((rows[y * stride + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1;
  for (let y = 0; y < down; y += 1)
    for (let bit = 0; bit < across * bits; bit += 1) {
      const x = x0 + Math.floor(bit / bits) * dx;
      const at = y * own + (bit >> 3);
      packed[at] =
        (packed[at] ?? 0) | (getBit(y0 + y * dy, x * bits + (bit % bits)) << (7 - (bit & 7)));
    }
  return { ...made, width: across, height: down, rows: packed };
}

function packRows(made: Made): Uint8Array {
  if (made.interlace !== 1) return filterRows(made);
  const passes = PASSES.map((pass) => takePass(made, pass)).filter(({ rows }) => rows.length > 0);
  return Buffer.concat(passes.map(filterRows));
}

function filterRows({ height, depth, colour, rows, filters = [] }: Made): Uint8Array {
  const stride = rows.length / height;
  const unit = Math.max(1, ((CHANNELS[colour] ?? 1) * depth) >> 3);
  const out = new Uint8Array((stride + 1) * height);
  const getByte = (y: number, i: number): number =>
    y < 0 || i < 0 ? 0 : (rows[y * stride + i] ?? 0);
  for (let y = 0; y < height; y += 1) {
    const filter = filters[y] ?? 0;
    out[y * (stride + 1)] = filter;
    for (let i = 0; i < stride; i += 1) {
      const [left, up, corner] = [
        getByte(y, i - unit),
        getByte(y - 1, i),
        getByte(y - 1, i - unit),
      ];
      const near = [left, up, corner].toSorted(
        (a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b),
      )[0];
      const guess = [0, left, up, (left + up) >> 1, near][filter] ?? 0;
      out[y * (stride + 1) + 1 + i] = getByte(y, i) - guess;
    }
  }
  return out;
}

function createChunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, computeCrc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}
