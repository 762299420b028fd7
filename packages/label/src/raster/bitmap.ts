/** One bit per dot, 1 is black, most significant bit first; rows are padded to whole bytes. */
export type Bitmap = { width: number; height: number; stride: number; data: Uint8Array };

export function createBitmap(width: number, height: number): Bitmap {
  const stride = (width + 7) >> 3;
  return { width, height, stride, data: new Uint8Array(stride * height) };
}

/** Whether a dot is black; false outside the bitmap. */
export function isBlackDot(bitmap: Bitmap, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= bitmap.width || y >= bitmap.height) return false;
  return ((bitmap.data[y * bitmap.stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
}

/** Converts to opaque RGBA pixels, black on white, for a canvas `ImageData`. */
export function bitmapToRgba(bitmap: Bitmap): Uint8ClampedArray<ArrayBuffer> {
  const { width, height, stride, data } = bitmap;
  const pixels = new Uint8ClampedArray(width * height * 4);
  const words = new Uint32Array(pixels.buffer);
  const white = 0xffffffff;
  const black = new Uint32Array(new Uint8Array([0, 0, 0, 255]).buffer)[0] ?? 0;
  for (let y = 0; y < height; y += 1) {
    const row = y * stride;
    const out = y * width;
    for (let x = 0; x < width; x += 1) {
      const isBlack = ((data[row + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
      words[out + x] = isBlack ? black : white;
    }
  }
  return pixels;
}

/** Whitens the dots x0 ≤ x < x1 of the row that starts at byte `row`. */
export function whitenRowSpan(data: Uint8Array, row: number, x0: number, x1: number): void {
  for (let x = x0; x < x1;) {
    const end = Math.min(x1, (x | 7) + 1);
    const mask = (0xff >> (x & 7)) & (0xff << (7 - ((end - 1) & 7)));
    const at = row + (x >> 3);
    data[at] = (data[at] ?? 0) & ~mask;
    x = end;
  }
}

/** Blackens the dots x0 ≤ x < x1 of the row that starts at byte `row`. */
export function blackenRowSpan(data: Uint8Array, row: number, x0: number, x1: number): void {
  if (x1 <= x0) return;
  const first = row + (x0 >> 3);
  const last = row + ((x1 - 1) >> 3);
  const headMask = 0xff >> (x0 & 7);
  const tailMask = (0xff << (7 - ((x1 - 1) & 7))) & 0xff;
  if (first === last) {
    data[first] = (data[first] ?? 0) | (headMask & tailMask);
    return;
  }
  data[first] = (data[first] ?? 0) | headMask;
  if (last > first + 1) data.fill(0xff, first + 1, last);
  data[last] = (data[last] ?? 0) | tailMask;
}
