import { inflateSync } from 'node:zlib';

/** Larger than any print head and roll; a format that needs more is out of memory. */
const MAX_GRAPHIC_BYTES = 4 * 1024 * 1024;

export type Graphic = { rows: Uint8Array; bytesPerRow: number };
export type GraphicResult = { graphic: Graphic } | { defect: string };

/** CRC-16 of the ZB64 chapter: polynomial 0x1021, initial value 0, over the encoded characters. */
export const computeZb64Crc = (text: string): string => {
  let crc = 0;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at) << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
    crc &= 0xffff;
  }
  return crc.toString(16).padStart(4, '0');
};

const readRepeat = (letter: string): number => {
  if (letter >= 'G' && letter <= 'Y') return letter.charCodeAt(0) - 70;
  if (letter >= 'g' && letter <= 'z') return (letter.charCodeAt(0) - 102) * 20;
  return 0;
};

/** Writes hex nibbles row by row, including the row marks of the alternative compression. */
class Nibbles {
  readonly bytes: Uint8Array;
  readonly #perRow: number;
  #at = 0;

  constructor(total: number, bytesPerRow: number) {
    this.bytes = new Uint8Array(total);
    this.#perRow = bytesPerRow * 2;
  }

  repeat(value: number, times: number): void {
    const end = Math.min(this.#at + times, this.bytes.length * 2);
    while (this.#at < end) {
      const byte = this.#at >> 1;
      this.bytes[byte] = (this.bytes[byte] ?? 0) | (this.#at % 2 === 0 ? value << 4 : value);
      this.#at++;
    }
  }

  /** `,` and `!`: fill the rest of the row, or a full row after the end of one. */
  fillRow(value: number): void {
    this.repeat(value, this.#perRow - (this.#at % this.#perRow));
  }

  /** `:` repeats the previous row; a started row is filled with white first. */
  repeatRow(): void {
    if (this.#at % this.#perRow !== 0) this.fillRow(0);
    const width = this.#perRow / 2;
    const start = this.#at / 2;
    if (start >= width) this.bytes.copyWithin(start, start - width, start);
    this.#at = Math.min(this.#at + this.#perRow, this.bytes.length * 2);
  }
}

const decodeHex = (data: string, total: number, bytesPerRow: number): Uint8Array => {
  const nibbles = new Nibbles(total, bytesPerRow);
  let count = 0;
  for (const letter of data) {
    const value = /[0-9a-fA-F]/.test(letter) ? Number.parseInt(letter, 16) : -1;
    if (value >= 0) {
      nibbles.repeat(value, Math.max(count, 1));
      count = 0;
    } else if (letter === ',' || letter === '!') nibbles.fillRow(letter === ',' ? 0 : 15);
    else if (letter === ':') nibbles.repeatRow();
    else count += readRepeat(letter);
  }
  return nibbles.bytes;
};

const fitBytes = (bytes: Uint8Array, total: number): Uint8Array => {
  if (bytes.length === total) return bytes;
  const fitted = new Uint8Array(total);
  fitted.set(bytes.subarray(0, total));
  return fitted;
};

const decodeZb64 = (
  data: string,
  total: number,
  checkCrc: boolean,
): { bytes: Uint8Array } | { defect: string } => {
  const end = data.indexOf(':', 5);
  if (end < 0) return { defect: 'graphic without its CRC' };
  const encoded = data.slice(5, end);
  const claimed = data.slice(end + 1, end + 5).toLowerCase();
  if (checkCrc && claimed !== computeZb64Crc(encoded)) return { defect: 'graphic CRC' };
  const bytes = Buffer.from(encoded, 'base64');
  if (data.startsWith(':B64:')) return { bytes: fitBytes(bytes, total) };
  try {
    // zlib rejects a stream longer than announced before it uses memory.
    return { bytes: fitBytes(inflateSync(bytes, { maxOutputLength: Math.max(total, 1) }), total) };
  } catch {
    return { defect: 'graphic does not inflate' };
  }
};

/**
 * The parameters and data of ^GF: `a,b,c,d,data`. ASCII (with the alternative compression of ~DG),
 * binary, :B64: and :Z64:. A wrong CRC aborts the graphic, as in the ZB64 chapter.
 */
export const decodeGraphic = (field: Buffer, checkCrc: boolean): GraphicResult => {
  const head = /^([ABC]?),(\d{1,7}),(\d{1,7}),(\d{1,5}),/.exec(field.toString('latin1', 0, 40));
  if (!head) return { defect: 'graphic with bad parameters' };
  const total = Number(head[3]);
  const bytesPerRow = Number(head[4]);
  if (total > MAX_GRAPHIC_BYTES) return { defect: 'graphic too large' };
  if (bytesPerRow === 0) return { defect: 'graphic with bad parameters' };
  const body = field.subarray(head[0].length);
  if (head[1] === 'C') return { defect: 'graphic in compressed binary' };
  if (head[1] === 'B') {
    const rows = fitBytes(body.subarray(0, Number(head[2])), total);
    return { graphic: { rows, bytesPerRow } };
  }
  const data = body.toString('latin1').replace(/[\r\n]/g, '');
  if (!/^:[BZ]64:/.test(data)) {
    return { graphic: { rows: decodeHex(data, total, bytesPerRow), bytesPerRow } };
  }
  const decoded = decodeZb64(data, total, checkCrc);
  if ('defect' in decoded) return decoded;
  return { graphic: { rows: decoded.bytes, bytesPerRow } };
};
