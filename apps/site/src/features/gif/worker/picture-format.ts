/** Formats of pictures that are known and not opened, by the beginnings of their files. */
const OTHER_FORMATS: readonly (readonly [string, RegExp])[] = [
  ['ICO', /^\0\0[\x01\x02]\0/],
  ['TIFF', /^(?:II\*\0|MM\0\*)/],
  ['PSD', /^8BPS/],
  ['PDF', /^%PDF-/],
  ['JPEG XL', /^(?:\xff\x0a|\0\0\0\x0cJXL )/],
  ['JPEG 2000', /^(?:\0\0\0\x0cjP {2}|\xff\x4f\xff\x51)/],
  ['SVG', /^(?:\xef\xbb\xbf)?\s{0,20}<(?:svg|\?xml|!--|!DOCTYPE svg)/i],
  ['EPS', /^%!PS/],
];

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 64));

/** What a file that is not opened is; null where that is not known either. */
export const findOtherFormat = (head: Uint8Array): string | null =>
  OTHER_FORMATS.find(([, pattern]) => pattern.test(latin(head)))?.[0] ?? null;

/** How large a Windows bitmap (BMP) says it is; null for other files. */
export const probeBitmap = (head: Uint8Array): { width: number; height: number } | null => {
  if (head[0] !== 0x42 || head[1] !== 0x4d || head.length < 26) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  // The header of OS/2 has sizes of 16 bits.
  if (view.getUint32(14, true) === 12)
    return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  // Upside down where the height is negative.
  return {
    width: Math.max(0, view.getInt32(18, true)),
    height: Math.abs(view.getInt32(22, true)),
  };
};
