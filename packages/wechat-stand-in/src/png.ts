import { crc32, deflateSync } from 'node:zlib';
import { encodeQr, isDarkModule, QR_QUIET_ZONE } from '@yunbiao/label/qr';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const createPngChunk = (type: string, data: Uint8Array): Buffer => {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(8 + typeAndData.length);
  out.writeUInt32BE(data.length, 0);
  typeAndData.copy(out, 4);
  out.writeUInt32BE(crc32(typeAndData), 4 + typeAndData.length);
  return out;
};

/** A square PNG: 8-bit grey (`channels` 1) or RGB (3). */
const encodePng = (
  size: number,
  channels: 1 | 3,
  at: (x: number, y: number) => number[],
): Uint8Array => {
  const raw = Buffer.alloc(size * (size * channels + 1));
  for (let y = 0; y < size; y += 1) {
    const row = y * (size * channels + 1) + 1;
    for (let x = 0; x < size; x += 1) raw.set(at(x, y), row + x * channels);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, channels === 1 ? 0 : 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    createPngChunk('IHDR', head),
    createPngChunk('IDAT', deflateSync(raw)),
    createPngChunk('IEND', Buffer.alloc(0)),
  ]);
};

const DOTS = 8;

/** QR code with quiet zone, 8 pixels per module. */
export const encodeQrPng = (text: string): Uint8Array => {
  const code = encodeQr(text, 'M');
  const size = (code.width + 2 * QR_QUIET_ZONE) * DOTS;
  return encodePng(size, 1, (x, y) => {
    const column = Math.floor(x / DOTS) - QR_QUIET_ZONE;
    const row = Math.floor(y / DOTS) - QR_QUIET_ZONE;
    const isInside = column >= 0 && row >= 0 && column < code.width && row < code.height;
    return [isInside && isDarkModule(code, column, row) ? 0 : 255];
  });
};

/** Avatar in two colours that depend on the user. */
export const encodeAvatarPng = (digest: Uint8Array): Uint8Array => {
  const [r = 0, g = 0, b = 0] = digest;
  return encodePng(132, 3, (x, y) =>
    Math.hypot(x - 66, y - 50) < 26 || Math.hypot(x - 66, y - 132) < 48
      ? [250, 250, 250]
      : [r, g, b],
  );
};
