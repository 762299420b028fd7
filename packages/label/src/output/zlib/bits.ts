/**
 * State of the stream being written: bytes so far and up to 7 pending bits. There is one stream at
 * a time, so that its memory is reused.
 */
export const stream = {
  out: new Uint8Array(0),
  view: new DataView(new ArrayBuffer(0)),
  at: 0,
  held: 0,
  heldBits: 0,
};

/** Bits are stored four bytes at a time. */
const SLACK = 4;

/** Starts a stream of at most `max` bytes. */
export function startBitStream(max: number): void {
  if (stream.out.length < max + SLACK) {
    stream.out = new Uint8Array(max + SLACK);
    stream.view = new DataView(stream.out.buffer);
  }
  stream.at = 0;
  stream.held = 0;
  stream.heldBits = 0;
}

/**
 * Writes at most 24 bits, lowest first (RFC 1951, 3.1.1). Stores all pending bytes each time
 * instead of checking for a full one.
 */
export function writeBits(value: number, bits: number): void {
  const pendingBits = stream.held | (value << stream.heldBits);
  const heldBits = stream.heldBits + bits;
  stream.view.setInt32(stream.at, pendingBits, true);
  stream.at += heldBits >> 3;
  stream.held = pendingBits >>> (heldBits & ~7);
  stream.heldBits = heldBits & 7;
}

/** Fills the last byte of the stream with zero bits. */
export function alignToByte(): void {
  if (stream.heldBits > 0) writeBits(0, 8 - stream.heldBits);
}

/** Aligns to a byte boundary first. */
export function writeBytes(bytes: Uint8Array): void {
  alignToByte();
  stream.out.set(bytes, stream.at);
  stream.at += bytes.length;
}

/** Ends the stream and returns it without copying: the next stream overwrites it. */
export function finishBitStream(): Uint8Array {
  alignToByte();
  return stream.out.subarray(0, stream.at);
}
