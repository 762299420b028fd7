import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [number, number, number];

const createChunk = (name: string, data: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/**
 * An animated PNG of single-colour squares (PNG specification, third edition, 11.3.6). Delays in
 * ms.
 */
export const createApng = (
  frames: readonly { colour: Colour; delayMs: number }[],
  side = 16,
): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const animation = Buffer.alloc(8);
  animation.writeUInt32BE(frames.length);
  let sequence = 0;
  const parts = frames.flatMap(({ colour, delayMs }, index) => {
    const control = Buffer.alloc(26);
    control.writeUInt32BE(sequence, 0);
    sequence += 1;
    control.writeUInt32BE(side, 4);
    control.writeUInt32BE(side, 8);
    control.writeUInt16BE(delayMs, 20);
    control.writeUInt16BE(1000, 22);
    const row = Buffer.from([0, ...Array.from({ length: side }, () => colour).flat()]);
    const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)));
    if (index === 0) return [createChunk('fcTL', control), createChunk('IDAT', pixels)];
    const place = Buffer.alloc(4);
    place.writeUInt32BE(sequence);
    sequence += 1;
    return [createChunk('fcTL', control), createChunk('fdAT', Buffer.concat([place, pixels]))];
  });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    createChunk('IHDR', header),
    createChunk('acTL', animation),
    ...parts,
    createChunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A Windows bitmap of one colour, 24 bits per pixel. */
export const createBmp = ([red, green, blue]: Colour, side = 16): Buffer => {
  const header = Buffer.alloc(54);
  header.write('BM', 'latin1');
  header.writeUInt32LE(54 + side * side * 3, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(side, 18);
  header.writeInt32LE(side, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  const pixels = Array.from({ length: side * side }, () => [blue, green, red]).flat();
  return Buffer.concat([header, Buffer.from(pixels)]);
};
