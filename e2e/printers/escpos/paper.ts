import { Bitmap } from '../works/bitmap.ts';
import type { Drawn } from '../works/drawn.ts';
import type { Step } from '../works/stream.ts';

/** The loaded paper, in dots. */
export type Stock = {
  headDots: number;
  /**
   * Labels with gaps or marks; a roll cut this far behind the head; or a roll torn off there once
   * the print has been fed past it.
   */
  kind: 'labels' | 'roll, cut' | 'roll, torn';
  labelDots: number;
  gapDots: number;
  cutterDots: number;
};

/** A label, or the paper between two cuts. */
export type DrawnPiece = Drawn & {
  /** Text of the piece, one line each: characters are drawn as placeholders. */
  text: string;
};

/** A longer piece is torn off. */
const MAX_DOTS = 32_000;

/** Paper that passes the head, dot line by dot line. */
export class Paper {
  readonly #stock: Stock;
  readonly #bytesPerRow: number;
  #rows: Buffer;
  /** Position of the head on the piece; on labels it may be above the first dot line. */
  #y: number;
  #lastInk = -1;
  #text: string[] = [];
  #defects: string[] = [];
  #raw: Uint8Array[] = [];
  #steps: Step<DrawnPiece>[] = [];
  #travelled = 0;
  #begun = false;
  /** Adjusted start of labels. */
  startDots = 0;

  constructor(stock: Stock) {
    this.#stock = stock;
    this.#bytesPerRow = Math.ceil(stock.headDots / 8);
    this.#rows = Buffer.alloc(this.#bytesPerRow * 256);
    this.#y = this.#top;
  }

  get #labels(): boolean {
    return this.#stock.kind === 'labels';
  }

  get #top(): number {
    return this.#labels ? this.startDots : this.#stock.cutterDots;
  }

  /** The head is at the start of a piece. */
  get atTop(): boolean {
    return this.#y === this.#top && !this.#begun;
  }

  /** Position of the head on the piece, in dots. */
  get y(): number {
    return this.#y;
  }

  received(raw: Uint8Array): void {
    this.#raw.push(raw);
  }

  say(line: string): void {
    this.#text.push(line);
  }

  defect(what: string): void {
    this.#defects.push(what.slice(0, 80));
  }

  /** Paper movements since the last call. */
  steps(): Step<DrawnPiece>[] {
    if (this.#travelled > 0) this.#step(null);
    return this.#steps.splice(0);
  }

  #step(piece: DrawnPiece | null): void {
    this.#steps.push({ dots: this.#travelled, piece });
    this.#travelled = 0;
    this.#begun = piece === null;
  }

  /** Prints a dot line: set bits are black; dots right of the head are dropped. */
  row(bits: Uint8Array): void {
    const lost = this.#labels && (this.#y < 0 || this.#y >= this.#stock.labelDots);
    const at = this.#y * this.#bytesPerRow;
    if (!lost) {
      this.#reserve(at + this.#bytesPerRow);
      for (let i = 0; i < this.#bytesPerRow; i++) {
        const byte = bits[i] ?? 0;
        if (byte === 0) continue;
        this.#rows[at + i] = (this.#rows[at + i] ?? 0) | byte;
        this.#lastInk = this.#y;
      }
    }
    this.feed(1);
  }

  #reserve(size: number): void {
    if (size <= this.#rows.length) return;
    const larger = Buffer.alloc(Math.max(this.#rows.length * 2, size));
    this.#rows.copy(larger);
    this.#rows = larger;
  }

  feed(dots: number): void {
    const { labelDots, gapDots } = this.#stock;
    let left = Math.min(Math.max(Math.round(dots), 0), MAX_DOTS);
    const end = this.#labels ? labelDots + gapDots : MAX_DOTS;
    while (left > 0) {
      const step = Math.min(left, end - this.#y);
      this.#move(step);
      left -= step;
      if (this.#y < end) continue;
      if (this.#labels) this.#endLabel(0);
      else this.cut();
    }
  }

  #move(dots: number): void {
    const from = this.#y;
    this.#y += dots;
    // Gaps, and the distance before the first dot line, belong to no label.
    const clampToLabel = (y: number): number =>
      this.#labels ? Math.min(Math.max(y, 0), this.#stock.labelDots) : y;
    this.#travelled += clampToLabel(this.#y) - clampToLabel(from);
    if (dots > 0) this.#begun = true;
  }

  /** Feeds to the start of the next label. */
  nextLabel(): void {
    this.#move(Math.max(this.#stock.labelDots - this.#y, 0));
    this.#endLabel(this.startDots);
  }

  #endLabel(next: number): void {
    this.#step(this.#piece(this.#stock.labelDots));
    this.#begin(next);
  }

  /** After a feed, a person tears off complete pieces. */
  fed(): void {
    const { kind, cutterDots } = this.#stock;
    const past = this.#y - this.#lastInk > cutterDots;
    if (kind === 'roll, torn' && this.#lastInk >= cutterDots && past) this.cut();
  }

  /**
   * Separates the paper past the cutter; the paper between cutter and head starts the next piece.
   */
  cut(): void {
    const { cutterDots } = this.#stock;
    const height = this.#y - cutterDots;
    if (height <= 0) return;
    this.#reserve(this.#y * this.#bytesPerRow);
    const from = height * this.#bytesPerRow;
    const kept = Buffer.from(this.#rows.subarray(from, this.#y * this.#bytesPerRow));
    const inked = this.#lastInk >= height ? this.#lastInk - height : -1;
    this.#step(this.#piece(height));
    this.#begin(cutterDots);
    kept.copy(this.#rows);
    this.#lastInk = inked;
  }

  #begin(y: number): void {
    this.#rows = Buffer.alloc(this.#bytesPerRow * 256);
    this.#y = y;
    this.#lastInk = -1;
    this.#text = [];
    this.#defects = [];
    this.#raw = [];
    this.#reserve(this.#bytesPerRow * Math.max(y, 1));
  }

  #piece(height: number): DrawnPiece {
    const bitmap = new Bitmap(this.#stock.headDots, height);
    this.#reserve(bitmap.data.length);
    bitmap.data.set(this.#rows.subarray(0, bitmap.data.length));
    return {
      ...createBlankPiece(),
      bytes: Buffer.concat(this.#raw),
      bitmap,
      text: this.#text.join('\n'),
      defects: this.#defects,
    };
  }

  /** Discards the content after `dots` of the piece and moves the head there. */
  back(piece: DrawnPiece | null, dots: number): void {
    const rows = piece ? Buffer.from(piece.bitmap.data) : this.#rows;
    const y = dots > 0 ? Math.max(this.#top, 0) + dots : this.#top;
    this.#steps = [];
    this.#travelled = 0;
    this.#begun = dots > 0;
    this.#begin(y);
    const kept = Math.max(y, 0) * this.#bytesPerRow;
    this.#reserve(kept);
    rows.copy(this.#rows, 0, 0, Math.min(kept, rows.length));
    this.#lastInk = this.#rows.subarray(0, kept).findLastIndex((byte) => byte !== 0);
    if (this.#lastInk >= 0) this.#lastInk = Math.floor(this.#lastInk / this.#bytesPerRow);
  }
}

export const createBlankPiece = (): DrawnPiece => ({
  bytes: Buffer.alloc(0),
  bitmap: new Bitmap(0, 0),
  text: '',
  quantity: 1,
  pauseEvery: 0,
  pauseAfter: false,
  reprint: false,
  inchesPerSecond: null,
  prints: true,
  defects: [],
});
