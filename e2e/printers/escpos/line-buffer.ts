import { Bitmap } from '../works/bitmap.ts';

type Mark = { x: number; width: number; height: number; dot: (x: number, y: number) => boolean };

const FONTS = { A: { width: 12, height: 24 }, B: { width: 9, height: 17 } } as const;
const KANJI = { width: 24, height: 24 } as const;
/** Vertical and horizontal dots per bit of `ESC *`. */
const COLUMNS: Readonly<Record<number, { bytes: number; x: number; y: number }>> = {
  0: { bytes: 1, x: 2, y: 3 },
  1: { bytes: 1, x: 1, y: 3 },
  32: { bytes: 3, x: 2, y: 1 },
  33: { bytes: 3, x: 1, y: 1 },
};

/** A placeholder for a glyph: four by four fields, one per bit of its code, above a line. */
const isInked = (
  code: number,
  x: number,
  y: number,
  { width, height }: typeof KANJI | (typeof FONTS)[keyof typeof FONTS],
): boolean => {
  if (code === 0x20) return false;
  if (y === height - 1) return true;
  const field = Math.floor((y * 4) / height) * 4 + Math.floor((x * 4) / width);
  return ((code >> field) & 1) === 1;
};

/** A line that is not printed yet: letters and columns of dots on one baseline. */
export class LineBuffer {
  #marks: Mark[] = [];
  #codes: number[] = [];
  x = 0;

  get empty(): boolean {
    return !this.printable && this.x === 0;
  }

  /** There is content to print; a position alone does not count. */
  get printable(): boolean {
    return this.#marks.length > 0;
  }

  clear(): void {
    this.#marks = [];
    this.#codes = [];
    this.x = 0;
  }

  get text(): string {
    const bytes = this.#codes.flatMap((code) => (code > 255 ? [code >> 8, code & 255] : [code]));
    return new TextDecoder('gb18030').decode(Uint8Array.from(bytes));
  }

  /** Returns whether it fits. */
  letter(
    code: number,
    of: { font: 'A' | 'B'; size: { x: number; y: number }; spaceDots: number },
    room: number,
  ): boolean {
    const cell = code > 255 ? KANJI : FONTS[of.font];
    const width = (cell.width + of.spaceDots) * of.size.x;
    if (this.x + width > room && !this.empty) return false;
    const { size } = of;
    const isDotBlack = (x: number, y: number): boolean =>
      Math.floor(x / size.x) < cell.width &&
      isInked(code, Math.floor(x / size.x), Math.floor(y / size.y), cell);
    this.#marks.push({ x: this.x, width, height: cell.height * size.y, dot: isDotBlack });
    this.#codes.push(code);
    this.x += width;
    return true;
  }

  /** ESC *: dots past the end of the line are dropped. */
  columns(mode: number, data: Uint8Array, room: number): void {
    const kind = COLUMNS[mode];
    if (!kind) return;
    const columns = Math.floor(data.length / kind.bytes);
    const width = Math.min(columns * kind.x, Math.max(room - this.x, 0));
    const isDotBlack = (x: number, y: number): boolean => {
      const row = Math.floor(y / kind.y);
      const byte = data[Math.floor(x / kind.x) * kind.bytes + (row >> 3)] ?? 0;
      return (byte & (0x80 >> (row & 7))) !== 0;
    };
    this.#marks.push({ x: this.x, width, height: 24, dot: isDotBlack });
    this.x += width;
  }

  /** Renders the line, `left` dots from the head's edge. */
  drawn(headDots: number, left: number): Bitmap {
    const height = Math.max(0, ...this.#marks.map((mark) => mark.height));
    const bitmap = new Bitmap(headDots, height);
    for (const mark of this.#marks)
      for (let y = 0; y < mark.height; y++)
        for (let x = 0; x < mark.width; x++)
          if (mark.dot(x, y)) bitmap.mark(left + mark.x + x, height - mark.height + y, true, false);
    return bitmap;
  }
}
