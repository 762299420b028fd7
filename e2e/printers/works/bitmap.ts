import { createHash } from 'node:crypto';

/** One bit per dot, rows padded to bytes, leftmost dot in the highest bit; 1 is black. */
export class Bitmap {
  readonly width: number;
  readonly height: number;
  readonly bytesPerRow: number;
  readonly data: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.bytesPerRow = Math.ceil(width / 8);
    this.data = new Uint8Array(this.bytesPerRow * height);
  }

  get(x: number, y: number): boolean {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return false;
    return ((this.data[y * this.bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
  }

  /** `flip` is ^FR: black over black turns white. Dots off the label are dropped. */
  mark(x: number, y: number, black: boolean, flip: boolean): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = y * this.bytesPerRow + (x >> 3);
    const bit = 0x80 >> (x & 7);
    const old = this.data[at] ?? 0;
    if (flip) this.data[at] = black ? old ^ bit : old;
    else this.data[at] = black ? old | bit : old & ~bit;
  }

  /** Draws the black dots of packed rows over this bitmap. */
  overlay(rows: Uint8Array, bytesPerRow: number, left: number, top: number, flip: boolean): void {
    for (let at = 0; at < rows.length; at++) {
      const byte = rows[at] ?? 0;
      if (byte === 0) continue;
      const y = top + Math.floor(at / bytesPerRow);
      const x = left + (at % bytesPerRow) * 8;
      for (let bit = 0; bit < 8; bit++) {
        if (byte & (0x80 >> bit)) this.mark(x + bit, y, true, flip);
      }
    }
  }

  /** ^GB: a frame `line` dots thick, enlarged to at least that size; clipped to the label first. */
  box(args: {
    x: number;
    y: number;
    width: number;
    height: number;
    line: number;
    black: boolean;
    flip: boolean;
  }): void {
    const { x, y, line, black, flip } = args;
    const width = Math.max(args.width, line);
    const height = Math.max(args.height, line);
    const bottom = Math.min(y + height, this.height);
    const right = Math.min(x + width, this.width);
    for (let row = Math.max(y, 0); row < bottom; row++) {
      const edge = row < y + line || row >= y + height - line;
      const inner = edge ? right : Math.min(x + line, right);
      for (let column = Math.max(x, 0); column < inner; column++)
        this.mark(column, row, black, flip);
      for (let column = Math.max(x + width - line, inner); column < right; column++)
        this.mark(column, row, black, flip);
    }
  }

  blackDots(): number {
    let dots = 0;
    for (const byte of this.data) for (let left = byte; left > 0; left &= left - 1) dots++;
    return dots;
  }

  /** The bounding box of the black dots. */
  ink(): Bitmap {
    let [left, right, top, bottom] = [this.width, -1, this.height, -1];
    for (const [at, byte] of this.data.entries()) {
      if (byte === 0) continue;
      const y = Math.floor(at / this.bytesPerRow);
      const x = (at % this.bytesPerRow) * 8;
      top = Math.min(top, y);
      bottom = y;
      left = Math.min(left, x + Math.clz32(byte) - 24);
      right = Math.max(right, x + 7 - (31 - Math.clz32(byte & -byte)));
    }
    const ink = new Bitmap(Math.max(right - left + 1, 0), Math.max(bottom - top + 1, 0));
    for (let y = 0; y < ink.height; y++)
      for (let x = 0; x < ink.width; x++)
        if (this.get(left + x, top + y)) ink.mark(x, y, true, false);
    return ink;
  }

  hash(): string {
    return createHash('sha256')
      .update(`${this.width}x${this.height}:`)
      .update(this.data)
      .digest('hex');
  }
}
