import type { Probe } from './probe-types.ts';

/**
 * Frame headers (ITU-T T.81 table B.1): every SOFn, except DHT, JPG and DAC, which share the range.
 */
const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** EXIF orientation, 1–8; 1 when absent. `tiff` starts at the byte order mark. */
const readOrientation = (tiff: DataView): number => {
  if (tiff.byteLength < 14) return 1;
  const little = tiff.getUint16(0) === 0x4949;
  const at = tiff.getUint32(4, little);
  if (at + 2 > tiff.byteLength) return 1;
  const count = tiff.getUint16(at, little);
  for (let entry = at + 2, i = 0; i < count && entry + 12 <= tiff.byteLength; i++, entry += 12) {
    if (tiff.getUint16(entry, little) !== 0x0112) continue;
    const value = tiff.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
};

const isExif = (view: DataView, at: number, length: number): boolean =>
  length >= 8 && view.getUint32(at) === 0x45786966 && view.getUint16(at + 4) === 0;

/** Reads size and orientation from a JPEG's headers. Returns null when they are invalid. */
export const probeJpeg = (bytes: Uint8Array): Probe | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let orientation = 1;
  let at = 2;
  while (at + 4 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > view.byteLength) return null;
    if (isFrameMarker(marker)) {
      if (length < 8) return null;
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return { type: 'jpeg', width, height, orientation };
    }
    if (marker === 0xe1 && isExif(view, at + 4, length - 2))
      orientation = readOrientation(
        new DataView(bytes.buffer, bytes.byteOffset + at + 10, length - 8),
      );
    at = end;
  }
  return null;
};
