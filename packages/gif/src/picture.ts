export type Pixels = Uint8Array | Uint8ClampedArray;

/** The same memory, a pixel a word: red lowest, alpha highest, as every machine a browser runs on has it. */
export function listWords(data: Pixels): Uint32Array {
  const own = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Uint32Array(own.buffer, own.byteOffset, own.length >> 2);
}

/** RGBA, eight bits each, not premultiplied, rows from the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Pixels;
}

export interface Frame {
  /** RGBA of the whole canvas: width × height × 4 bytes. */
  readonly data: Pixels;
  /** How long it is shown, in ms; fractions are carried on. */
  readonly delay: number;
}

/** A part of the canvas, in pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a caller allows before anything is decoded. */
export interface Limits {
  /** Width × height of one frame. */
  readonly maxPixels: number;
  readonly maxFrames: number;
  /** Width × height × frames. */
  readonly maxTotalPixels: number;
}

/** 16 million pixels a frame, 5,000 frames, 2,000 million pixels in all: a minute of work, not an hour. */
export const DEFAULT_LIMITS: Limits = {
  maxPixels: 4096 * 4096,
  maxFrames: 5000,
  maxTotalPixels: 2_000_000_000,
};
