/**  Incremental SHA-256 (FIPS 180-4). The browser API requires the complete file in memory. */
export type Sha256 = {
  update: (bytes: Uint8Array) => void;
  /** Returns the hash in hex and ends the calculation. */
  digest: () => string;
};

const PRIMES = (() => {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++)
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
})();

/** First 32 bits of the fractional part. */
const toFractionBits = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;

const K = Int32Array.from(PRIMES, (prime) => toFractionBits(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => toFractionBits(Math.sqrt(prime)));

const BLOCK = 64;

/** Fills the message schedule `w` from the block at `start` (§6.2.2, step 1). */
const fillSha256Schedule = (w: Int32Array, bytes: Uint8Array, start: number): void => {
  for (let i = 0, at = start; i < 16; i++, at += 4)
    w[i] =
      ((bytes[at] as number) << 24) |
      ((bytes[at + 1] as number) << 16) |
      ((bytes[at + 2] as number) << 8) |
      (bytes[at + 3] as number);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
  }
};

/** Uses plain numbers and a shared schedule. This loop determines the time for large files. */
const compressSha256Block = (
  state: Int32Array,
  w: Int32Array,
  bytes: Uint8Array,
  start: number,
): void => {
  fillSha256Schedule(w, bytes, start);
  let [a, b, c, d] = [
    state[0] as number,
    state[1] as number,
    state[2] as number,
    state[3] as number,
  ];
  let [e, f, g, h] = [
    state[4] as number,
    state[5] as number,
    state[6] as number,
    state[7] as number,
  ];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
};

/** Creates the padding for a message of `total` bytes (§5.1.1). */
export const createSha256Padding = (total: number): Uint8Array => {
  const tailLength = total % BLOCK;
  const bytes = new Uint8Array((tailLength < 56 ? 56 : 120) - tailLength + 8);
  bytes[0] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(total / 2 ** 29));
  view.setUint32(bytes.length - 4, (total * 8) % 2 ** 32);
  return bytes;
};

export const createSha256 = (): Sha256 => {
  const state = START.slice();
  const schedule = new Int32Array(64);
  const pendingBlock = new Uint8Array(BLOCK);
  let [heldBytes, total] = [0, 0];
  const updateHash = (bytes: Uint8Array): void => {
    total += bytes.length;
    let at = 0;
    if (heldBytes > 0) {
      at = Math.min(BLOCK - heldBytes, bytes.length);
      pendingBlock.set(bytes.subarray(0, at), heldBytes);
      heldBytes += at;
      if (heldBytes < BLOCK) return;
      compressSha256Block(state, schedule, pendingBlock, 0);
      heldBytes = 0;
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) compressSha256Block(state, schedule, bytes, at);
    pendingBlock.set(bytes.subarray(at));
    heldBytes = bytes.length - at;
  };
  const digestHash = (): string => {
    updateHash(createSha256Padding(total));
    return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  };
  return { update: updateHash, digest: digestHash };
};
