/** The stream that is written: its bytes so far, and up to 31 bits behind them. One at a time, always in the same memory. */
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

/** The lowest bit first (RFC 1951, 3.1.1); 16 bits at most. */
export function write(value: number, bits: number): void {
  putWhole();
  stream.held |= value << stream.heldBits;
  stream.heldBits += bits;
}

/** The bytes that are full. */
function putWhole(): void {
  while (stream.heldBits >= 8) {
    stream.out[stream.at] = stream.held;
    stream.at += 1;
    stream.held >>>= 8;
    stream.heldBits -= 8;
  }
}

/** Fills the last byte. */
export function align(): void {
  putWhole();
  if (stream.heldBits > 0) write(0, 8 - stream.heldBits);
  putWhole();
}

/** From a whole byte on. */
export function writeWhole(bytes: Uint8Array): void {
  align();
  stream.out.set(bytes, stream.at);
  stream.at += bytes.length;
}

/** What has been written. */
export function endStream(): Uint8Array {
  align();
  return stream.out.slice(0, stream.at);
}
