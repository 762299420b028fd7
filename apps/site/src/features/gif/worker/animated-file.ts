/** Header data of an animated WebP or PNG, read without decoding. Delays in ms. */
export type AnimatedFile = {
  type: 'image/webp' | 'image/png';
  width: number;
  height: number;
  delays: readonly number[];
  plays: 'forever' | number;
  /** The file ends before its last frame. */
  isDamaged: boolean;
};

/** Delay that browsers use for a frame without a valid delay, ms. */
const DEFAULT_DELAY_MS = 100;
/** Delays up to this value count as missing, ms. */
const MIN_DELAY_MS = 10;

const readAscii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

const normalizeFrameDelay = (ms: number): number =>
  Number.isFinite(ms) && ms > MIN_DELAY_MS ? Math.round(ms) : DEFAULT_DELAY_MS;

const toPlayCount = (count: number): 'forever' | number => (count === 0 ? 'forever' : count);

const readUint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

/** Reads an animated WebP (RFC 9649, 2.7.1). */
const readAnimatedWebp = (bytes: Uint8Array, view: DataView): AnimatedFile => {
  const delays: number[] = [];
  let plays: AnimatedFile['plays'] = 'forever';
  let isDamaged = false;
  for (let at = 12; at + 8 <= bytes.length;) {
    const [name, length] = [readAscii(bytes, at, 4), view.getUint32(at + 4, true)];
    if (at + 8 + length > bytes.length) {
      isDamaged = true;
      break;
    }
    if (name === 'ANIM' && length >= 6) plays = toPlayCount(view.getUint16(at + 12, true));
    if (name === 'ANMF' && length >= 16)
      delays.push(normalizeFrameDelay(readUint24(view, at + 20)));
    at += 8 + length + (length & 1);
  }
  const [width, height] = [24, 27].map((at) => 1 + readUint24(view, at));
  return { type: 'image/webp', width: width ?? 0, height: height ?? 0, delays, plays, isDamaged };
};

/** Reads an animated PNG (PNG specification, third edition, 11.3.6). */
const readAnimatedPng = (bytes: Uint8Array, view: DataView): AnimatedFile => {
  const delays: number[] = [];
  let plays: AnimatedFile['plays'] = 'forever';
  let isDamaged = true;
  for (let at = 8; at + 12 <= bytes.length;) {
    const [length, name] = [view.getUint32(at), readAscii(bytes, at + 4, 4)];
    if (at + 12 + length > bytes.length) break;
    if (name === 'acTL' && length >= 8) plays = toPlayCount(view.getUint32(at + 12));
    if (name === 'fcTL' && length >= 26) {
      const parts = view.getUint16(at + 30) || 100;
      delays.push(normalizeFrameDelay((view.getUint16(at + 28) * 1000) / parts));
    }
    if (name === 'IEND') {
      isDamaged = false;
      break;
    }
    at += 12 + length;
  }
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  return { type: 'image/png', width, height, delays, plays, isDamaged };
};

const isAnimatedWebp = (bytes: Uint8Array): boolean =>
  bytes.length >= 30 &&
  readAscii(bytes, 0, 4) === 'RIFF' &&
  readAscii(bytes, 8, 8) === 'WEBPVP8X' &&
  ((bytes[20] ?? 0) & 0x02) !== 0;

/** Whether a PNG is animated: the animation chunk (acTL) comes before the image data (IDAT). */
const isAnimatedPng = (bytes: Uint8Array, view: DataView): boolean => {
  if (bytes.length < 33 || view.getUint32(0) !== 0x89504e47) return false;
  for (let at = 8; at + 8 <= bytes.length;) {
    const name = readAscii(bytes, at + 4, 4);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += 12 + view.getUint32(at);
  }
  return false;
};

const toDataView = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Detects an animation from the head of the file. */
export const isAnimated = (head: Uint8Array): boolean =>
  isAnimatedWebp(head) || isAnimatedPng(head, toDataView(head));

/** Reads size, delays and play count of an animated WebP or PNG. `bytes`: the complete file. */
export const readAnimatedFile = (bytes: Uint8Array): AnimatedFile => {
  const view = toDataView(bytes);
  return isAnimatedWebp(bytes) ? readAnimatedWebp(bytes, view) : readAnimatedPng(bytes, view);
};
