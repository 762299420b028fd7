/** A picture of an animated WebP (RFC 9649): a whole WebP file of one frame, and how long it stays, ms. */
export type WebpFrame = { bytes: Uint8Array; delayMs: number };

type Movie = {
  width: number;
  height: number;
  loop: 'forever' | number;
  frames: readonly WebpFrame[];
};

/** What of a file of one frame is the picture itself. */
const PICTURE_CHUNK = /^(?:ALPH|VP8 |VP8L)$/;

const MAX_LOOPS = 65_535;
const MAX_DELAY = 0xff_ff_ff;

/** Chunks of a file of one frame that an animation takes over: each with its head, and padded to an even length. */
const pictureChunks = (bytes: Uint8Array): Uint8Array[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Uint8Array[] = [];
  for (let at = 12; at + 8 <= bytes.byteLength;) {
    const end = at + 8 + view.getUint32(at + 4, true);
    const padded = end + (end % 2);
    if (PICTURE_CHUNK.test(String.fromCharCode(...bytes.subarray(at, at + 4))))
      chunks.push(bytes.subarray(at, padded));
    at = padded;
  }
  return chunks;
};

const sum = (chunks: readonly Uint8Array[]): number =>
  chunks.reduce((all, { byteLength }) => all + byteLength, 0);

const put24 = (view: DataView, at: number, value: number): void => {
  view.setUint16(at, value & 0xffff, true);
  view.setUint8(at + 2, value >> 16);
};

/** Name and length, and room for the rest. */
const chunk = (
  name: string,
  length: number,
  room: number,
): { view: DataView; bytes: Uint8Array } => {
  const bytes = new Uint8Array(8 + room);
  for (let i = 0; i < 4; i += 1) bytes[i] = name.charCodeAt(i);
  const view = new DataView(bytes.buffer);
  view.setUint32(4, length, true);
  return { view, bytes };
};

/** Puts frames of one size together as an animated WebP; each takes the place of the one before. */
export const webpFile = ({ width, height, loop, frames }: Movie): Blob => {
  const extended = chunk('VP8X', 10, 10);
  // Animation and alpha.
  extended.view.setUint8(8, 0x12);
  put24(extended.view, 12, width - 1);
  put24(extended.view, 15, height - 1);
  const animation = chunk('ANIM', 6, 6);
  animation.view.setUint16(12, loop === 'forever' ? 0 : Math.min(MAX_LOOPS, loop), true);
  const parts: Uint8Array[] = [extended.bytes, animation.bytes];
  let shown = 0;
  let told = 0;
  for (const { bytes, delayMs } of frames) {
    const picture = pictureChunks(bytes);
    const head = chunk('ANMF', 16 + sum(picture), 16);
    put24(head.view, 14, width - 1);
    put24(head.view, 17, height - 1);
    // Whole ms, the rounding being carried on.
    shown += delayMs;
    put24(head.view, 20, Math.min(MAX_DELAY, Math.round(shown) - told));
    told = Math.round(shown);
    // Not blended: what is transparent stays so.
    head.view.setUint8(23, 0x02);
    parts.push(head.bytes, ...picture);
  }
  const riff = chunk('RIFF', 4 + sum(parts), 4);
  riff.bytes.set([0x57, 0x45, 0x42, 0x50], 8);
  return new Blob([riff.bytes, ...parts] as BlobPart[], { type: 'image/webp' });
};
