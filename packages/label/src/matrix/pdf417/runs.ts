/** Digits of a group of numeric compaction (ISO/IEC 15438, 5.4.4). */
export const MAX_DIGITS = 44;

/** Up to 44 digits behind a 1 make a number in base 900. */
export function digitRun(digits: Uint8Array): number[] {
  const codewords: number[] = [];
  for (let at = 0; at < digits.length; at += MAX_DIGITS) {
    const group = digits.subarray(at, at + MAX_DIGITS);
    codewords.push(...inBase900(BigInt(`1${String.fromCharCode(...group)}`)));
  }
  return codewords;
}

/** Six bytes make a number in base 900, of five codewords; fewer at the end are codewords themselves (5.4.3). */
export function byteRun(bytes: Uint8Array): number[] {
  const codewords: number[] = [];
  let at = 0;
  for (; at + 6 <= bytes.length; at += 6) {
    let number = 0n;
    for (const byte of bytes.subarray(at, at + 6)) number = number * 256n + BigInt(byte);
    const five = inBase900(number);
    codewords.push(...Array.from({ length: 5 - five.length }, () => 0), ...five);
  }
  return [...codewords, ...bytes.subarray(at)];
}

function inBase900(number: bigint): number[] {
  const codewords: number[] = [];
  for (let left = number; left > 0n; left /= 900n) codewords.unshift(Number(left % 900n));
  return codewords;
}
