let out = new Uint8Array(0);
let at = 0;
let held = 0;
let heldBits = 0;

/** Begins a stream of so many bytes at most; one is written at a time, into the same memory as the one before. */
export function startStream(most: number): void {
  if (out.length < most) out = new Uint8Array(most);
  [at, held, heldBits] = [0, 0, 0];
}

/** The lowest bit first (RFC 1951, 3.1.1); 24 bits at most. */
export function write(value: number, bits: number): void {
  held |= value << heldBits;
  heldBits += bits;
  while (heldBits >= 8) {
    out[at] = held;
    at += 1;
    held >>>= 8;
    heldBits -= 8;
  }
}

/** Fills the last byte. */
export function align(): void {
  if (heldBits > 0) write(0, 8 - heldBits);
}

/** Behind `align`. */
export function writeWhole(bytes: Uint8Array): void {
  out.set(bytes, at);
  at += bytes.length;
}

/** What has been written, behind `align`. */
export const endStream = (): Uint8Array => out.slice(0, at);
