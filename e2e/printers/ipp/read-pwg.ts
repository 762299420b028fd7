/** A decoded page: 1 is black, rows padded to whole bytes. */
export type PwgPage = { width: number; height: number; dpi: number; stride: number; data: Buffer };

const HEADER = 1796;
/** Offsets in the page header of PWG 5102.4 §4.3. */
const AT = { dpi: 276, width: 372, height: 376, bitsPerPixel: 388, bytesPerLine: 392 } as const;

/** Reads one row (§4.4) at `at`; returns the offset of the next one. */
const readRow = (file: Buffer, at: number, row: Buffer): number => {
  let [from, to] = [at, 0];
  while (to < row.length) {
    const count = file.readUInt8(from);
    const run = count < 128 ? count + 1 : 257 - count;
    if (count < 128) row.fill(file.readUInt8(from + 1), to, to + run);
    else file.copy(row, to, from + 1, from + 1 + run);
    from += count < 128 ? 2 : 1 + run;
    to += run;
  }
  return from;
};

/** Decodes the first page of a PWG raster of type `black_1` (PWG 5102.4). */
export const readPwg = (file: Buffer): PwgPage => {
  if (file.toString('latin1', 0, 4) !== 'RaS2') throw new Error('no PWG raster');
  const readWord = (name: keyof typeof AT): number => file.readUInt32BE(4 + AT[name]);
  if (readWord('bitsPerPixel') !== 1) throw new Error('not of one bit');
  const [height, stride] = [readWord('height'), readWord('bytesPerLine')];
  const data = Buffer.alloc(height * stride);
  let at = 4 + HEADER;
  for (let y = 0; y < height;) {
    const lines = file.readUInt8(at) + 1;
    const row = data.subarray(y * stride, (y + 1) * stride);
    at = readRow(file, at + 1, row);
    for (let n = 1; n < lines; n += 1) row.copy(data, (y + n) * stride);
    y += lines;
  }
  return { width: readWord('width'), height, dpi: readWord('dpi'), stride, data };
};
