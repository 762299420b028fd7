import { Bits } from './bits.ts';
import { generalPurpose } from './general-purpose.ts';
import { withCheckDigit } from './gtin.ts';

const listDigits = (value: number, length: number): string => String(value).padStart(length, '0');

/** Twelve digits, three per ten bits. */
const readTwelveDigits = (bits: Bits): string =>
  Array.from({ length: 4 }, () => listDigits(bits.take(10), 3)).join('');
/** A GTIN whose first digit is implied: 9. */
const readVariableGtin = (bits: Bits): string =>
  `01${withCheckDigit(`9${readTwelveDigits(bits)}`)}`;

/** Whether the length field matches the number of characters. */
function tellsLength(bits: Bits, characters: number): boolean {
  const isOdd = bits.take(1) === 1;
  const isLong = bits.take(1) === 1;
  return isOdd === (characters % 2 === 1) && isLong === characters > 14;
}

/** Methods of 7 bits: a weight, and a date of one kind. */
const DATED = ['11', '13', '15', '17'].flatMap((date) => [
  { weight: '310', date },
  { weight: '320', date },
]);
const NO_DATE = 38_400;

function readDatedMessage(bits: Bits): string {
  const { weight = '', date = '' } = DATED[bits.take(3)] ?? {};
  const gtin = readVariableGtin(bits);
  const kept = bits.take(20);
  const amount = `${weight}${Math.floor(kept / 100_000)}${listDigits(kept % 100_000, 6)}`;
  const day = bits.take(16);
  if (day === NO_DATE) return gtin + amount;
  const [year, month] = [Math.floor(day / 384), (Math.floor(day / 32) % 12) + 1];
  return `${gtin}${amount}${date}${[year, month, day % 32].map((part) => listDigits(part, 2)).join('')}`;
}

/**
 * Decodes the data characters of GS1 DataBar Expanded (ISO/IEC 24724, encodation methods), FNC1 as
 * character 29. Undefined when they violate the standard.
 */
export function getMessage(values: readonly number[]): string | undefined {
  const bits = new Bits(values.map((value) => value.toString(2).padStart(12, '0')).join(''));
  // Includes the check character.
  const characters = values.length + 1;
  // A linked two-dimensional component is not supported.
  if (bits.take(1) === 1) return undefined;
  if (bits.takes('1')) {
    if (!tellsLength(bits, characters)) return undefined;
    const gtin = `01${withCheckDigit(bits.take(4) + readTwelveDigits(bits))}`;
    return gtin + generalPurpose(bits);
  }
  if (bits.takes('00')) return tellsLength(bits, characters) ? generalPurpose(bits) : undefined;
  if (bits.takes('0100')) return `${readVariableGtin(bits)}3103${listDigits(bits.take(15), 6)}`;
  if (bits.takes('0101')) {
    const gtin = readVariableGtin(bits);
    const weight = bits.take(15);
    return weight < 10_000
      ? `${gtin}3202${listDigits(weight, 6)}`
      : `${gtin}3203${listDigits(weight - 10_000, 6)}`;
  }
  if (bits.takes('01100')) {
    if (!tellsLength(bits, characters)) return undefined;
    return `${readVariableGtin(bits)}392${bits.take(2)}${generalPurpose(bits)}`;
  }
  if (bits.takes('01101')) {
    if (!tellsLength(bits, characters)) return undefined;
    return `${readVariableGtin(bits)}393${bits.take(2)}${listDigits(bits.take(10), 3)}${generalPurpose(bits)}`;
  }
  return bits.takes('0111') ? readDatedMessage(bits) : undefined;
}
