/** RGBA, four bytes a pixel. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray };

const broken = (): Error => new Error('broken GIF');

/** Reads forward; throws past the end. */
const createReader = (bytes: Uint8Array, start: number) => {
  let at = start;
  const byte = (): number => {
    const value = bytes[at++];
    if (value === undefined) throw broken();
    return value;
  };
  return {
    byte,
    word: (): number => byte() | (byte() << 8),
    skip: (count: number): void => void (at += count),
    take: (count: number): Uint8Array => {
      const part = bytes.subarray(at, at + count);
      if (part.byteLength < count) throw broken();
      at += count;
      return part;
    },
  };
};

type Reader = ReturnType<typeof createReader>;

/** The sub-blocks up to the terminator, as one piece. */
const readBlocks = (reader: Reader): Uint8Array => {
  const parts: Uint8Array[] = [];
  for (let length = reader.byte(); length > 0; length = reader.byte())
    parts.push(reader.take(length));
  return Buffer.concat(parts);
};

const MAX_CODES = 4096;

/** Colour indices of a frame (GIF89a appendix F). Never more than `count`, whatever the data says. */
const unpack = (packed: Uint8Array, minSize: number, count: number): Uint8Array => {
  if (minSize < 1 || minSize > 11) throw broken();
  const [clear, end] = [1 << minSize, (1 << minSize) + 1];
  const out = new Uint8Array(count);
  const prefix = new Uint16Array(MAX_CODES);
  const suffix = new Uint8Array(MAX_CODES);
  const length = new Uint16Array(MAX_CODES);
  for (let i = 0; i < clear; i++) {
    suffix[i] = i;
    length[i] = 1;
  }
  let [next, size, bits, held, at, filled] = [clear + 2, minSize + 1, 0, 0, 0, 0];
  let last = -1;
  while (filled < count) {
    while (held < size) {
      const value = packed[at++];
      if (value === undefined) throw broken();
      bits |= value << held;
      held += 8;
    }
    const code = bits & ((1 << size) - 1);
    bits >>>= size;
    held -= size;
    if (code === end) break;
    if (code === clear) {
      [next, size, last] = [clear + 2, minSize + 1, -1];
      continue;
    }
    if (code > next || (code === next && last < 0)) throw broken();
    const known = code < next ? code : last;
    const long = (length[known] ?? 0) + (code < next ? 0 : 1);
    let place = filled + long - 1;
    let walk = known;
    if (code === next) place -= 1;
    for (;;) {
      if (place < count) out[place] = suffix[walk] ?? 0;
      if ((length[walk] ?? 1) <= 1) break;
      walk = prefix[walk] ?? 0;
      place -= 1;
    }
    const first = suffix[walk] ?? 0;
    if (code === next && filled + long - 1 < count) out[filled + long - 1] = first;
    if (last >= 0 && next < MAX_CODES) {
      prefix[next] = last;
      suffix[next] = first;
      length[next] = (length[last] ?? 0) + 1;
      next += 1;
      if (next === 1 << size && size < 12) size += 1;
    }
    filled += long;
    last = code;
  }
  return out;
};

/** Line `row` as sent → its place, for interlaced frames (appendix E). */
const listRows = (height: number, interlaced: boolean): number[] => {
  if (!interlaced) return Array.from({ length: height }, (_, row) => row);
  const rows: number[] = [];
  for (const [start, step] of [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const)
    for (let row = start; row < height; row += step) rows.push(row);
  return rows;
};

type Frame = { left: number; top: number; width: number; height: number };

const paint = (
  canvas: Pixels,
  frame: Frame,
  {
    indices,
    colors,
    transparent,
    rows,
  }: {
    indices: Uint8Array;
    colors: Uint8Array;
    transparent: number;
    rows: readonly number[];
  },
): void => {
  rows.forEach((row, line) => {
    for (let x = 0; x < frame.width; x++) {
      const color = indices[line * frame.width + x] ?? 0;
      const [left, top] = [frame.left + x, frame.top + row];
      if (color === transparent || left >= canvas.width || top >= canvas.height) continue;
      const at = (top * canvas.width + left) * 4;
      canvas.data.set(colors.subarray(color * 3, color * 3 + 3), at);
      canvas.data[at + 3] = 255;
    }
  });
};

/** The first frame of a GIF on its canvas. The canvas' size has been checked; a frame may not be larger. Throws. */
export const firstFrame = (bytes: Uint8Array): Pixels => {
  const reader = createReader(bytes, 6);
  const [width, height] = [reader.word(), reader.word()];
  const flags = reader.byte();
  reader.skip(2);
  const common = flags & 0x80 ? reader.take(3 << ((flags & 7) + 1)) : null;
  let transparent = -1;
  for (;;) {
    const kind = reader.byte();
    if (kind === 0x21) {
      const label = reader.byte();
      const block = readBlocks(reader);
      if (label === 0xf9 && ((block[0] ?? 0) & 1) === 1) transparent = block[3] ?? -1;
      continue;
    }
    if (kind !== 0x2c) throw broken();
    const frame = {
      left: reader.word(),
      top: reader.word(),
      width: reader.word(),
      height: reader.word(),
    };
    if (frame.width > width || frame.height > height) throw broken();
    const own = reader.byte();
    const colors = own & 0x80 ? reader.take(3 << ((own & 7) + 1)) : common;
    if (!colors) throw broken();
    const minSize = reader.byte();
    const indices = unpack(readBlocks(reader), minSize, frame.width * frame.height);
    const canvas = { width, height, data: new Uint8ClampedArray(width * height * 4) };
    const rows = listRows(frame.height, (own & 0x40) !== 0);
    paint(canvas, frame, { indices, colors, transparent, rows });
    return canvas;
  }
};
