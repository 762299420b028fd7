import { crc32, deflateSync } from 'node:zlib';

export type Rgb = readonly [number, number, number];

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** ISO/IEC 15948 §11.2.2: each pixel is an index into the palette. */
const INDEXED = 3;

const createPngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
};

/** Encodes a PNG with at most 256 colours. `pixels` has one index per pixel, row by row. */
export const encodePalettePng = (
  pixels: Uint8Array,
  { width, height, palette }: { width: number; height: number; palette: readonly Rgb[] },
): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(8, 8);
  head.writeUInt8(INDEXED, 9);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    createPngChunk('IHDR', head),
    createPngChunk('PLTE', Buffer.from(palette.flat())),
    createPngChunk('IDAT', deflateSync(lines, { level: 9 })),
    createPngChunk('IEND', Buffer.alloc(0)),
  ]);
};
