/**
 * A frame of an animated WebP (RFC 9649): a complete WebP file with one picture, and its delay, ms.
 */
export type WebpFrame = { bytes: Uint8Array; delayMs: number };

type Movie = {
  width: number;
  height: number;
  loop: 'forever' | number;
  frames: readonly WebpFrame[];
};

/** Chunks of a still WebP that contain the picture. */
const PICTURE_CHUNK = /^(?:ALPH|VP8 |VP8L)$/;

const MAX_LOOPS = 65_535;
const MAX_DELAY = 0xff_ff_ff;

/**
 * The picture chunks of a still WebP, as used in an animation: each with its header, padded to an
 * even length.
 */
const listPictureChunks = (bytes: Uint8Array): Uint8Array[] => {
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

const sumBytes = (chunks: readonly Uint8Array[]): number =>
  chunks.reduce((total, { byteLength }) => total + byteLength, 0);

const writeUint24 = (view: DataView, at: number, value: number): void => {
  view.setUint16(at, value & 0xffff, true);
  view.setUint8(at + 2, value >> 16);
};

/** Creates a chunk with name and length, and `room` bytes of content. */
const createChunk = (
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

/** Assembles frames of equal size into an animated WebP. Each frame replaces the one before. */
export const writeWebp = ({ width, height, loop, frames }: Movie): Blob => {
  const extended = createChunk('VP8X', 10, 10);
  // Flags: animation and alpha.
  extended.view.setUint8(8, 0x12);
  writeUint24(extended.view, 12, width - 1);
  writeUint24(extended.view, 15, height - 1);
  const animation = createChunk('ANIM', 6, 6);
  animation.view.setUint16(12, loop === 'forever' ? 0 : Math.min(MAX_LOOPS, loop), true);
  const parts: Uint8Array[] = [extended.bytes, animation.bytes];
  let elapsedMs = 0;
  let writtenMs = 0;
  for (const { bytes, delayMs } of frames) {
    const picture = listPictureChunks(bytes);
    const head = createChunk('ANMF', 16 + sumBytes(picture), 16);
    writeUint24(head.view, 14, width - 1);
    writeUint24(head.view, 17, height - 1);
    // Rounds to whole ms without accumulating the error.
    elapsedMs += delayMs;
    writeUint24(head.view, 20, Math.min(MAX_DELAY, Math.round(elapsedMs) - writtenMs));
    writtenMs = Math.round(elapsedMs);
    // No blending, so that transparent parts stay transparent.
    head.view.setUint8(23, 0x02);
    parts.push(head.bytes, ...picture);
  }
  const riff = createChunk('RIFF', 4 + sumBytes(parts), 4);
  riff.bytes.set([0x57, 0x45, 0x42, 0x50], 8);
  return new Blob([riff.bytes, ...parts] as BlobPart[], { type: 'image/webp' });
};
