/** Known but unsupported picture formats, by the first bytes of the file. */
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

const decodeLatin1Head = (bytes: Uint8Array): string =>
  String.fromCharCode(...bytes.subarray(0, 64));

/** Name of an unsupported format; null when it is unknown. */
export const findUnsupportedFormatName = (head: Uint8Array): string | null =>
  OTHER_FORMATS.find(([, pattern]) => pattern.test(decodeLatin1Head(head)))?.[0] ?? null;

/** Declared size of a Windows bitmap (BMP); null for other files. */
export const probeBitmap = (head: Uint8Array): { width: number; height: number } | null => {
  if (head[0] !== 0x42 || head[1] !== 0x4d || head.length < 26) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  // The OS/2 header has 16-bit sizes.
  if (view.getUint32(14, true) === 12)
    return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  // A negative height means rows from top to bottom.
  return {
    width: Math.max(0, view.getInt32(18, true)),
    height: Math.abs(view.getInt32(22, true)),
  };
};
