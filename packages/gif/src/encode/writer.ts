import type { Palette } from '../palette/palette.ts';
import type { Rect } from '../picture.ts';
import { ByteSink } from './byte-sink.ts';
import { BitWriter } from './bit-writer.ts';
import { LzwWriter } from './lzw.ts';
import type { Leeway } from './lzw.ts';

export interface IndexedFrame {
  readonly rect: Rect;
  /** One of each pixel of `rect`; valid until the next frame is made. */
  readonly indexes: Uint8Array;
  /** Null: the global one. */
  readonly palette: Palette | null;
  /** The colours `indexes` may name, the transparent one too. */
  readonly colors: number;
  readonly transparentIndex: number | null;
  /** 1/100 s. */
  readonly delay: number;
  readonly disposal: 1 | 2;
  readonly leeway: Leeway | null;
}

/** Blocks of a GIF as bytes (GIF89a, sections 17 to 27). */
export class GifWriter {
  readonly #sink = new ByteSink();
  readonly #lzw = new LzwWriter();

  header(width: number, height: number, palette: Palette | null, plays: 'forever' | number): void {
    const sink = this.#sink;
    sink.text('GIF89a');
    sink.word(width);
    sink.word(height);
    // One more than there are: the transparent index lies inside the table.
    const bits = palette === null ? 0 : listBits(palette.size + 1);
    sink.byte(palette === null ? 0x70 : 0xf0 | (bits - 1));
    sink.byte(0);
    sink.byte(0);
    if (palette !== null) this.#table(palette, bits);
    // Without this extension it is played once.
    if (plays === 1) return;
    sink.bytes(Uint8Array.of(0x21, 0xff, 11));
    sink.text('NETSCAPE2.0');
    sink.bytes(Uint8Array.of(3, 1));
    sink.word(plays === 'forever' ? 0 : plays - 1);
    sink.byte(0);
  }

  /** `indexes` has afterwards what was written: leeway changes it. */
  frame(frame: IndexedFrame): void {
    const { rect, indexes, palette, colors, transparentIndex, delay, disposal, leeway } = frame;
    const sink = this.#sink;
    sink.bytes(Uint8Array.of(0x21, 0xf9, 4));
    sink.byte((disposal << 2) | (transparentIndex === null ? 0 : 1));
    sink.word(delay);
    sink.byte(transparentIndex ?? 0);
    sink.byte(0);
    sink.byte(0x2c);
    for (const value of [rect.x, rect.y, rect.width, rect.height]) sink.word(value);
    const bits = listBits(colors);
    sink.byte(palette === null ? 0 : 0x80 | (bits - 1));
    if (palette !== null) this.#table(palette, bits);
    const minCodeSize = Math.max(2, bits);
    this.#lzw.write(new BitWriter(sink, minCodeSize), indexes, minCodeSize, leeway);
  }

  trailer(): void {
    this.#sink.byte(0x3b);
  }

  take(): Uint8Array<ArrayBuffer> {
    return this.#sink.take();
  }

  #table({ rgb }: Palette, bits: number): void {
    this.#sink.bytes(rgb);
    this.#sink.bytes(new Uint8Array(3 * 2 ** bits - rgb.length));
  }
}

/** Bits an index needs: a table has a power of two of entries, at least two. */
const listBits = (colors: number): number => Math.max(1, 32 - Math.clz32(colors - 1));
