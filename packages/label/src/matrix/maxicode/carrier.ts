import { LabelError } from '../../errors.ts';
import { CODE_SET_A, getCodeSetValue } from './code-sets.ts';

/**
 * Structured carrier message: destination and service class of a parcel (ISO/IEC 16023, annex B).
 */
export type Carrier = {
  /** Up to nine digits in mode 2, up to six characters in mode 3. */
  postcode: string;
  /** Three digits of ISO 3166, for example 840. */
  country: string;
  /** Three digits, assigned by the carrier. */
  service: string;
};

const GS = '\u001d';
/** Header of a carrier message with the two-digit year of its format (ANSI MH10.8.3). */
const HEADER = /^\[\)>\u001e01\u001d\d\d/;

/** `message` is the rest for the secondary message, including the header. */
export type SplitMessage = { carrier: Carrier; message: string };

/**
 * Extracts postcode, country and class from `[)>␞01␝96<postcode>␝<country>␝<class>␝…`, the form a
 * scanner returns. The header is optional. Returns undefined if a part is missing.
 */
export function splitCarrierMessage(text: string): SplitMessage | undefined {
  const header = HEADER.exec(text)?.[0] ?? '';
  const [postcode, country, service, ...rest] = text.slice(header.length).split(GS);
  if (postcode === undefined || country === undefined || service === undefined) return undefined;
  return { carrier: { postcode, country, service }, message: header + rest.join(GS) };
}

/** Default mode of a carrier message; undefined for any other text. */
export function chooseCarrierMode(text: string): 2 | 3 | undefined {
  const split = HEADER.test(text) ? splitCarrierMessage(text) : undefined;
  if (split === undefined) return undefined;
  const { postcode, country, service } = split.carrier;
  if (!/^\d{3}$/.test(country) || !/^\d{3}$/.test(service)) return undefined;
  if (/^\d{1,9}$/.test(postcode)) return 2;
  return isAlphanumericPostcode(postcode) ? 3 : undefined;
}

const POSTCODE_LENGTH = 6;

/** Characters of set A that a postcode may have; set A has no lower-case letters. */
const isAlphanumericPostcode = (postcode: string): boolean =>
  /^[A-Z0-9 "#-/:]{1,6}$/.test(postcode);

/**
 * Encodes the mode and the structured carrier message in ten 6-bit codewords, lowest bits first.
 * @throws LabelError `code-not-encodable`
 */
export function encodeCarrierMessage(
  mode: 2 | 3,
  { postcode, country, service }: Carrier,
): number[] {
  for (const [name, value] of [
    ['国家代码', country],
    ['服务类别', service],
  ] as const) {
    if (!/^\d{3}$/.test(value))
      throw new LabelError(
        'code-not-encodable',
        `MaxiCode 的${name}要写 3 位数字，现在是“${value}”`,
      );
  }
  const place = mode === 2 ? encodeNumericPostcode(postcode) : encodeAlphanumericPostcode(postcode);
  const packedBits =
    BigInt(mode) | (place << 4n) | (BigInt(country) << 40n) | (BigInt(service) << 50n);
  return Array.from({ length: 10 }, (_, i) => Number((packedBits >> BigInt(6 * i)) & 63n));
}

/** The postcode as a 30-bit number, and its digit count in six bits. */
function encodeNumericPostcode(postcode: string): bigint {
  if (!/^\d{1,9}$/.test(postcode))
    throw new LabelError(
      'code-not-encodable',
      `MaxiCode 模式 2 的邮编只能是 1 到 9 位数字，现在是“${postcode}”；有字母的邮编用模式 3`,
    );
  return BigInt(postcode) | (BigInt(postcode.length) << 30n);
}

/** Six characters of set A, the last one in the lowest bits. */
function encodeAlphanumericPostcode(postcode: string): bigint {
  if (!isAlphanumericPostcode(postcode))
    throw new LabelError(
      'code-not-encodable',
      `MaxiCode 模式 3 的邮编只能是 1 到 6 个大写字母或数字，现在是“${postcode}”`,
    );
  let packedLetters = 0n;
  for (const letter of postcode.padEnd(POSTCODE_LENGTH))
    packedLetters =
      (packedLetters << 6n) | BigInt(getCodeSetValue(CODE_SET_A, letter.charCodeAt(0)));
  return packedLetters;
}
