import { GifError } from '../gif-error.ts';
import { DEFAULT_LIMITS } from '../picture.ts';
import type { Limits, Rect } from '../picture.ts';
import { BlockReader } from './blocks.ts';
import type { FrameBlock } from './blocks.ts';
import { checkFrameCount, checkFrameBlock, checkCanvasSize, toBrowserDelayMs } from './inspect.ts';
import { LzwReader } from './lzw.ts';

export interface DecodedFrame {
  readonly index: number;
  /** Delay as browsers show it, ms; see `toBrowserDelayMs`. */
  readonly delay: number;
  /** RGBA of the complete canvas; a copy owned by the caller. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/**
 * Yields the composed frames one at a time. Memory is at most four canvases, independent of the
 * number of frames.
 * @throws {GifError} during iteration: `broken` and `truncated` name the frame; earlier frames were
 * complete.
 */
export function* decodeGifFrames(
  bytes: Uint8Array,
  limits: Limits = DEFAULT_LIMITS,
): Generator<DecodedFrame, void, void> {
  const reader = new BlockReader(bytes);
  const { width, height } = reader.screen;
  checkCanvasSize(width, height, limits);
  let canvas: Canvas | null = null;
  let index = 0;
  for (let block = reader.readBlock(); block !== null; block = reader.readBlock()) {
    if (block.kind === 'loop') continue;
    const { frame } = block;
    checkFrameCount(index + 1, width * height, limits);
    checkFrameBlock(frame, index);
    checkCanvasSize(frame.rect.width, frame.rect.height, limits);
    // The canvas is allocated only when there is a frame.
    canvas ??= new Canvas(width, height);
    canvas.draw(bytes, frame, index);
    yield { index, delay: toBrowserDelayMs(frame.delay), data: canvas.copy() };
    index += 1;
  }
  if (index === 0) throw new GifError('noFrames', { offset: bytes.length });
}

/** The displayed picture; applies the disposal of the previous frame before drawing the next. */
class Canvas {
  readonly #width: number;
  readonly #height: number;
  readonly #shown: Uint32Array<ArrayBuffer>;
  readonly #lzw = new LzwReader();
  readonly #colors = new Uint32Array(256);
  #indexes = new Uint8Array(0);
  #saved: Uint32Array<ArrayBuffer> | null = null;
  #last: FrameBlock | null = null;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#shown = new Uint32Array(width * height);
  }

  copy(): Uint8ClampedArray<ArrayBuffer> {
    return new Uint8ClampedArray(this.#shown.buffer.slice(0));
  }

  draw(bytes: Uint8Array, frame: FrameBlock, index: number): void {
    this.#dispose();
    if (frame.disposal === 3) this.#saved = this.#shown.slice();
    const { rect } = frame;
    const pixels = rect.width * rect.height;
    if (this.#indexes.length < pixels) this.#indexes = new Uint8Array(pixels);
    this.#expand(bytes, frame, index, this.#indexes.subarray(0, pixels));
    this.#setColors(frame);
    let from = 0;
    for (const row of listRowsInStoredOrder(frame)) {
      if (rect.y + row < this.#height) this.#drawRow(frame, rect.y + row, from);
      from += rect.width;
    }
    this.#last = frame;
  }

  #expand(bytes: Uint8Array, frame: FrameBlock, index: number, out: Uint8Array): void {
    let count: number;
    try {
      count = this.#lzw.read(bytes, frame.dataStart, frame.minCodeSize, out);
    } catch (error) {
      if (!(error instanceof GifError)) throw error;
      throw new GifError(error.code, { ...error.facts, frame: index });
    }
    if (count < out.length) throw new GifError('broken', { frame: index, offset: frame.dataEnd });
  }

  #setColors(frame: FrameBlock): void {
    const { palette } = frame;
    if (palette === null) return;
    const rgba = new Uint8Array(this.#colors.buffer);
    for (let color = 0; color < 256; color += 1) {
      // An index outside the table is drawn black, as in browsers.
      rgba[color * 4] = palette[color * 3] ?? 0;
      rgba[color * 4 + 1] = palette[color * 3 + 1] ?? 0;
      rgba[color * 4 + 2] = palette[color * 3 + 2] ?? 0;
      rgba[color * 4 + 3] = 255;
    }
  }

  #drawRow(frame: FrameBlock, y: number, from: number): void {
    const { rect, transparentIndex } = frame;
    const columns = Math.min(rect.width, this.#width - rect.x);
    const to = y * this.#width + rect.x;
    const indexes = this.#indexes;
    for (let column = 0; column < columns; column += 1) {
      const index = indexes[from + column] ?? 0;
      if (index !== transparentIndex) this.#shown[to + column] = this.#colors[index] ?? 0;
    }
  }

  #dispose(): void {
    const last = this.#last;
    if (last === null) return;
    if (last.disposal === 2) this.#clear(last.rect);
    if (last.disposal === 3 && this.#saved !== null) this.#shown.set(this.#saved);
    this.#saved = null;
  }

  /** Clears to transparent instead of the background colour, as browsers do. */
  #clear(rect: Rect): void {
    const right = Math.min(rect.x + rect.width, this.#width);
    const bottom = Math.min(rect.y + rect.height, this.#height);
    for (let y = rect.y; y < bottom; y += 1) {
      if (right > rect.x) this.#shown.fill(0, y * this.#width + rect.x, y * this.#width + right);
    }
  }
}

/** Row numbers in stored order: four passes when interlaced (appendix E). */
function* listRowsInStoredOrder({ rect, interlaced }: FrameBlock): Generator<number, void, void> {
  const passes = interlaced ? INTERLACE : [[0, 1] as const];
  for (const [first, step] of passes) {
    for (let row = first; row < rect.height; row += step) yield row;
  }
}

const INTERLACE = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;
