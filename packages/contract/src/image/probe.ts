import type { Probe } from './probe-types.ts';
import { probeJpeg } from './probe-jpeg.ts';
import { probeWebp } from './probe-webp.ts';

const readAscii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const isPng = (bytes: Uint8Array): boolean =>
  PNG.every((byte, i) => bytes[i] === byte) && readAscii(bytes, 12, 4) === 'IHDR';

const probePng = (bytes: Uint8Array): Probe | null => {
  if (bytes.byteLength < 33) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20), orientation: 1 };
};

const probeGif = (bytes: Uint8Array): Probe | null => {
  if (bytes.byteLength < 13) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    type: 'gif',
    width: view.getUint16(6, true),
    height: view.getUint16(8, true),
    orientation: 1,
  };
};

/** Brands of an `ftyp` box (ISO/IEC 14496-12) that mark HEIC and HEIF photographs. */
const HEIC_BRANDS = /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/;

export const isHeic = (bytes: Uint8Array): boolean =>
  readAscii(bytes, 4, 4) === 'ftyp' && HEIC_BRANDS.test(readAscii(bytes, 8, 4));

/** Detects a picture's type from its bytes. Returns null for unsupported types. */
export const probeImage = (bytes: Uint8Array): Probe | null => {
  if (isPng(bytes)) return probePng(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return probeJpeg(bytes);
  if (/^GIF8[79]a$/.test(readAscii(bytes, 0, 6))) return probeGif(bytes);
  if (readAscii(bytes, 0, 4) === 'RIFF' && readAscii(bytes, 8, 4) === 'WEBP')
    return probeWebp(bytes);
  return null;
};
