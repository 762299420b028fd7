const CRC16 = new Uint16Array(256);
/** CRC-16 of a byte followed by another byte. */
const CRC16_BEFORE = new Uint16Array(256);
const CRC32 = new Uint32Array(256);
for (let n = 0; n < 256; n += 1) {
  let c16 = n << 8;
  let c32 = n;
  for (let bit = 0; bit < 8; bit += 1) {
    c16 = c16 & 0x8000 ? (c16 << 1) ^ 0x1021 : c16 << 1;
    c32 = c32 & 1 ? (c32 >>> 1) ^ 0xedb88320 : c32 >>> 1;
  }
  CRC16[n] = c16;
  CRC32[n] = c32;
}

for (let n = 0; n < 256; n += 1) {
  const value = CRC16[n] ?? 0;
  CRC16_BEFORE[n] = (value << 8) ^ (CRC16[value >> 8] ?? 0);
}

/** CRC-16 with polynomial 0x1021 and initial value 0, as ZPL appends to `:Z64:` data. */
export function computeCrc16(bytes: Uint8Array): number {
  const evenEnd = bytes.length & ~1;
  let crc = 0;
  // Two bytes per step with independent lookups.
  for (let i = 0; i < evenEnd; i += 2)
    crc =
      (CRC16_BEFORE[(crc >> 8) ^ (bytes[i] ?? 0)] ?? 0) ^
      (CRC16[(crc & 255) ^ (bytes[i + 1] ?? 0)] ?? 0);
  if (evenEnd === bytes.length) return crc;
  return ((crc << 8) & 0xffff) ^ (CRC16[(crc >> 8) ^ (bytes[evenEnd] ?? 0)] ?? 0);
}

/** CRC-32 of a PNG chunk (PNG specification, annex D). */
export function computeCrc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC32[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
