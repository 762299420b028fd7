import type { Picture } from './ops.ts';

/** Horizontal position of a picture: dots from the head's left edge. */
type Place = { left: number; right: number };
type Placed = { picture: Picture; place: Place; lines: Uint8Array[] };

/** Maximum dot lines that function 112 stores for function 50. */
const MAX_STORED_LINES = 2400;

/** Pictures that are printed row by row as they arrive, or stored and printed at once. */
export class Pictures {
  readonly #headBytes: number;
  readonly #print: (line: Uint8Array) => void;
  #current: Placed | null = null;
  #stored: Placed[] = [];

  constructor(headDots: number, print: (line: Uint8Array) => void) {
    this.#headBytes = Math.ceil(headDots / 8);
    this.#print = print;
  }

  /** Without a place the picture is received and discarded. */
  begin(picture: Picture, place: Place | null): void {
    this.#current = place && { picture, place, lines: [] };
    if (this.#current && picture.to === 'store') this.#stored.push(this.#current);
  }

  rows(bytes: Uint8Array, bytesPerRow: number): void {
    const current = this.#current;
    if (!current || bytesPerRow === 0) return;
    const { picture, lines } = current;
    for (let at = 0; at + bytesPerRow <= bytes.length; at += bytesPerRow) {
      const line = this.#line(current, bytes.subarray(at, at + bytesPerRow));
      for (let times = 0; times < picture.scale.y; times++) {
        if (picture.to === 'paper') this.#print(line);
        else if (lines.length < MAX_STORED_LINES) lines.push(line);
      }
    }
  }

  /** A row as printed; dots right of its place are dropped. */
  #line({ picture, place }: Placed, row: Uint8Array): Uint8Array {
    const line = new Uint8Array(this.#headBytes);
    const { x: scale } = picture.scale;
    const end = Math.min(place.right, place.left + picture.width * scale);
    for (let x = place.left; x < end; x++) {
      const dot = Math.floor((x - place.left) / scale);
      if ((row[dot >> 3] ?? 0) & (0x80 >> (dot & 7)))
        line[x >> 3] = (line[x >> 3] ?? 0) | (0x80 >> (x & 7));
    }
    return line;
  }

  /** Function 50: prints all stored pictures over each other, from the same dot line. */
  printStored(): void {
    const stored = this.#stored.splice(0);
    const lines = Math.max(0, ...stored.map((item) => item.lines.length));
    for (let y = 0; y < lines; y++) {
      const over = new Uint8Array(this.#headBytes);
      for (const { lines: of } of stored)
        for (const [i, byte] of (of[y] ?? []).entries()) over[i] = (over[i] ?? 0) | byte;
      this.#print(over);
    }
  }

  forget(): void {
    this.#current = null;
    this.#stored = [];
  }
}
