import type { Palette } from '../palette/palette.ts';
import type { Rect } from '../picture.ts';
import { ByteSink } from './byte-sink.ts';
import { BitWriter } from './bit-writer.ts';
import { LzwWriter } from './lzw.ts';
import type { Leeway } from './lzw.ts';

export interface IndexedFrame {
  readonly rect: Rect;
  /** One index per pixel of `rect`; valid until the next frame is made. */
  readonly indexes: Uint8Array;
  /** Palette of the frame; null: the global palette. */
  readonly palette: Palette | null;
  /** Number of indexes in use, including the transparent one. */
  readonly colors: number;
  readonly transparentIndex: number | null;
  /** 1/100 s. */
  readonly delay: number;
  readonly disposal: 1 | 2;
  readonly leeway: Leeway | null;
}

/** Writes the blocks of a GIF (GIF89a, sections 17 to 27). */
export class GifWriter {
  readonly #sink = new ByteSink();
  readonly #lzw = new LzwWriter();

  writeHeader(
    width: number,
    height: number,
    palette: Palette | null,
    plays: 'forever' | number,
  ): void {
    const sink = this.#sink;
    sink.writeText('GIF89a');
    sink.writeWord(width);
    sink.writeWord(height);
    // One more than the colours, so that the transparent index lies inside the table.
    const bits = palette === null ? 0 : computeColorIndexBits(palette.size + 1);
    sink.writeByte(palette === null ? 0x70 : 0xf0 | (bits - 1));
    sink.writeByte(0);
    sink.writeByte(0);
    if (palette !== null) this.#writeTable(palette, bits);
    // Without this extension the animation is played once.
    if (plays === 1) return;
    sink.writeBytes(Uint8Array.of(0x21, 0xff, 11));
    sink.writeText('NETSCAPE2.0');
    sink.writeBytes(Uint8Array.of(3, 1));
    sink.writeWord(plays === 'forever' ? 0 : plays - 1);
    sink.writeByte(0);
  }

  /** Afterwards `indexes` contains what was written, which may differ within the leeway. */
  writeFrame(frame: IndexedFrame): void {
    const { rect, indexes, palette, colors, transparentIndex, delay, disposal, leeway } = frame;
    const sink = this.#sink;
    sink.writeBytes(Uint8Array.of(0x21, 0xf9, 4));
    sink.writeByte((disposal << 2) | (transparentIndex === null ? 0 : 1));
    sink.writeWord(delay);
    sink.writeByte(transparentIndex ?? 0);
    sink.writeByte(0);
    sink.writeByte(0x2c);
    for (const value of [rect.x, rect.y, rect.width, rect.height]) sink.writeWord(value);
    const bits = computeColorIndexBits(colors);
    sink.writeByte(palette === null ? 0 : 0x80 | (bits - 1));
    if (palette !== null) this.#writeTable(palette, bits);
    const minCodeSize = Math.max(2, bits);
    this.#lzw.write(new BitWriter(sink, minCodeSize), indexes, minCodeSize, leeway);
  }

  writeTrailer(): void {
    this.#sink.writeByte(0x3b);
  }

  drain(): Uint8Array<ArrayBuffer> {
    return this.#sink.drain();
  }

  #writeTable({ rgb }: Palette, bits: number): void {
    this.#sink.writeBytes(rgb);
    this.#sink.writeBytes(new Uint8Array(3 * 2 ** bits - rgb.length));
  }
}

/** Bits per index: the table size is a power of two, at least two. */
const computeColorIndexBits = (colors: number): number => Math.max(1, 32 - Math.clz32(colors - 1));
