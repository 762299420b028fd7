/** The stream that is written: its bytes so far, and up to 7 bits behind them. One at a time, always in the same memory. */
export const stream = {
  out: new Uint8Array(0),
  view: new DataView(new ArrayBuffer(0)),
  at: 0,
  held: 0,
  heldBits: 0,
};

/** Bits are put down four bytes at a time. */
const SLACK = 4;

/** Begins a stream of so many bytes at most. */
export function startStream(most: number): void {
  if (stream.out.length < most + SLACK) {
    stream.out = new Uint8Array(most + SLACK);
    stream.view = new DataView(stream.out.buffer);
  }
  stream.at = 0;
  stream.held = 0;
  stream.heldBits = 0;
}

/** The lowest bit first (RFC 1951, 3.1.1); 24 bits at most. Whether a byte is full is not asked: all are put down each time. */
export function write(value: number, bits: number): void {
  const held = stream.held | (value << stream.heldBits);
  const heldBits = stream.heldBits + bits;
  stream.view.setInt32(stream.at, held, true);
  stream.at += heldBits >> 3;
  stream.held = held >>> (heldBits & ~7);
  stream.heldBits = heldBits & 7;
}

/** Fills the last byte. */
export function align(): void {
  if (stream.heldBits > 0) write(0, 8 - stream.heldBits);
}

/** From a whole byte on. */
export function writeWhole(bytes: Uint8Array): void {
  align();
  stream.out.set(bytes, stream.at);
  stream.at += bytes.length;
}

/** What has been written, where it was written: the next stream begins there. */
export function endStream(): Uint8Array {
  align();
  return stream.out.subarray(0, stream.at);
}
