/** Digits per group in numeric compaction (ISO/IEC 15438, 5.4.4). */
export const MAX_DIGITS = 44;

/** Encodes a 1 followed by up to 44 digits as a number in base 900. */
export function encodeDigitRun(digits: Uint8Array): number[] {
  const codewords: number[] = [];
  for (let at = 0; at < digits.length; at += MAX_DIGITS) {
    const group = digits.subarray(at, at + MAX_DIGITS);
    codewords.push(...toBase900(BigInt(`1${String.fromCharCode(...group)}`)));
  }
  return codewords;
}

/** Encodes six bytes as five base-900 codewords; remaining bytes are one codeword each (5.4.3). */
export function encodeByteRun(bytes: Uint8Array): number[] {
  const codewords: number[] = [];
  let at = 0;
  for (; at + 6 <= bytes.length; at += 6) {
    let number = 0n;
    for (const byte of bytes.subarray(at, at + 6)) number = number * 256n + BigInt(byte);
    const five = toBase900(number);
    codewords.push(...Array.from({ length: 5 - five.length }, () => 0), ...five);
  }
  return [...codewords, ...bytes.subarray(at)];
}

function toBase900(number: bigint): number[] {
  const codewords: number[] = [];
  for (let remainingNumber = number; remainingNumber > 0n; remainingNumber /= 900n)
    codewords.unshift(Number(remainingNumber % 900n));
  return codewords;
}
