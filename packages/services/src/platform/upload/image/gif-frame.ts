/** RGBA, four bytes per pixel. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray };

const createBrokenGifError = (): Error => new Error('broken GIF');

/** Sequential reader; throws at the end of the data. */
const createReader = (bytes: Uint8Array, start: number) => {
  let at = start;
  const readByte = (): number => {
    const value = bytes[at++];
    if (value === undefined) throw createBrokenGifError();
    return value;
  };
  return {
    byte: readByte,
    readWord: (): number => readByte() | (readByte() << 8),
    skip: (count: number): void => void (at += count),
    readBytes: (count: number): Uint8Array => {
      const part = bytes.subarray(at, at + count);
      if (part.byteLength < count) throw createBrokenGifError();
      at += count;
      return part;
    },
  };
};

type Reader = ReturnType<typeof createReader>;

/** Concatenates the sub-blocks up to the terminator. */
const readGifSubBlocks = (reader: Reader): Uint8Array => {
  const parts: Uint8Array[] = [];
  for (let length = reader.byte(); length > 0; length = reader.byte())
    parts.push(reader.readBytes(length));
  return Buffer.concat(parts);
};

const MAX_CODES = 4096;

/** Colour indices of a frame (GIF89a appendix F), at most `count`. */
// oxlint-disable-next-line house/function-length -- one state machine: its steps share the code table and the bits
const decompressLzwFrame = (packedData: Uint8Array, minSize: number, count: number): Uint8Array => {
  if (minSize < 1 || minSize > 11) throw createBrokenGifError();
  const [clear, end] = [1 << minSize, (1 << minSize) + 1];
  const out = new Uint8Array(count);
  const prefix = new Uint16Array(MAX_CODES);
  const suffix = new Uint8Array(MAX_CODES);
  const length = new Uint16Array(MAX_CODES);
  for (let i = 0; i < clear; i++) {
    suffix[i] = i;
    length[i] = 1;
  }
  let [next, size, bits, heldBits, at, filled] = [clear + 2, minSize + 1, 0, 0, 0, 0];
  let last = -1;
  while (filled < count) {
    while (heldBits < size) {
      const value = packedData[at++];
      if (value === undefined) throw createBrokenGifError();
      bits |= value << heldBits;
      heldBits += 8;
    }
    const code = bits & ((1 << size) - 1);
    bits >>>= size;
    heldBits -= size;
    if (code === end) break;
    if (code === clear) {
      [next, size, last] = [clear + 2, minSize + 1, -1];
      continue;
    }
    if (code > next || (code === next && last < 0)) throw createBrokenGifError();
    const knownCode = code < next ? code : last;
    const long = (length[knownCode] ?? 0) + (code < next ? 0 : 1);
    let place = filled + long - 1;
    let walk = knownCode;
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

/** Maps a transmitted row to its row in the picture, for interlaced frames (appendix E). */
const listInterlacedRows = (height: number, interlaced: boolean): number[] => {
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

const paintFrame = (
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

/**
 * Decodes the first frame of a GIF on its canvas. The caller has checked the canvas size; the frame
 * may not be larger. Throws for a broken GIF.
 */
export const decodeFirstFrame = (bytes: Uint8Array): Pixels => {
  const reader = createReader(bytes, 6);
  const [width, height] = [reader.readWord(), reader.readWord()];
  const flags = reader.byte();
  reader.skip(2);
  const common = flags & 0x80 ? reader.readBytes(3 << ((flags & 7) + 1)) : null;
  let transparent = -1;
  for (;;) {
    const kind = reader.byte();
    if (kind === 0x21) {
      const label = reader.byte();
      const block = readGifSubBlocks(reader);
      if (label === 0xf9 && ((block[0] ?? 0) & 1) === 1) transparent = block[3] ?? -1;
      continue;
    }
    if (kind !== 0x2c) throw createBrokenGifError();
    const frame = {
      left: reader.readWord(),
      top: reader.readWord(),
      width: reader.readWord(),
      height: reader.readWord(),
    };
    if (frame.width > width || frame.height > height) throw createBrokenGifError();
    const localPalette = reader.byte();
    const colors = localPalette & 0x80 ? reader.readBytes(3 << ((localPalette & 7) + 1)) : common;
    if (!colors) throw createBrokenGifError();
    const minSize = reader.byte();
    const indices = decompressLzwFrame(
      readGifSubBlocks(reader),
      minSize,
      frame.width * frame.height,
    );
    const canvas = { width, height, data: new Uint8ClampedArray(width * height * 4) };
    const rows = listInterlacedRows(frame.height, (localPalette & 0x40) !== 0);
    paintFrame(canvas, frame, { indices, colors, transparent, rows });
    return canvas;
  }
};
