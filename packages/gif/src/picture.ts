export type Pixels = Uint8Array | Uint8ClampedArray;

/**
 * The same memory as one word per pixel: red lowest, alpha highest (little-endian, as on every
 * browser platform).
 */
export function toPixelWords(data: Pixels): Uint32Array {
  const alignedData = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Uint32Array(alignedData.buffer, alignedData.byteOffset, alignedData.length >> 2);
}

/** RGBA, 8 bits per channel, not premultiplied, rows from top to bottom. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Pixels;
}

export interface Frame {
  /** RGBA of the complete canvas: width × height × 4 bytes. */
  readonly data: Pixels;
  /** Display time, ms; fractions accumulate. */
  readonly delay: number;
}

/** A rectangle of the canvas, pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Limits checked before decoding. */
export interface Limits {
  /** Width × height of one frame. */
  readonly maxPixels: number;
  readonly maxFrames: number;
  /** Width × height × frames. */
  readonly maxTotalPixels: number;
}

/**
 * 16 million pixels per frame, 5,000 frames, 2,000 million pixels in total: about a minute of work.
 */
export const DEFAULT_LIMITS: Limits = {
  maxPixels: 4096 * 4096,
  maxFrames: 5000,
  maxTotalPixels: 2_000_000_000,
};
