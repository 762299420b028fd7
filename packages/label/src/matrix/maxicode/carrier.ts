import { LabelError } from '../../errors.ts';
import { A, getValue } from './code-sets.ts';

/** The structured carrier message: where a parcel goes, and how (ISO/IEC 16023, annex B). */
export type Carrier = {
  /** Up to nine digits in mode 2, up to six characters in mode 3. */
  postcode: string;
  /** Three digits of ISO 3166: 840. */
  country: string;
  /** Three digits, of the carrier's own. */
  service: string;
};

const GS = '\u001d';
/** What a message of carriers begins with, and the year of its format (ANSI MH10.8.3). */
const HEADER = /^\[\)>\u001e01\u001d\d\d/;

/** `message` is what is left of it for the secondary message, its header included. */
export type SplitMessage = { carrier: Carrier; message: string };

/**
 * Takes postcode, country and class out of `[)>␞01␝96<postcode>␝<country>␝<class>␝…`, as they stand in what a scanner gives;
 * undefined when they are not there. The header may be missing.
 */
export function splitCarrier(text: string): SplitMessage | undefined {
  const header = HEADER.exec(text)?.[0] ?? '';
  const [postcode, country, service, ...rest] = text.slice(header.length).split(GS);
  if (postcode === undefined || country === undefined || service === undefined) return undefined;
  return { carrier: { postcode, country, service }, message: header + rest.join(GS) };
}

/** The mode such a message takes when none was asked for; undefined when it is none. */
export function chooseCarrierMode(text: string): 2 | 3 | undefined {
  const split = HEADER.test(text) ? splitCarrier(text) : undefined;
  if (split === undefined) return undefined;
  const { postcode, country, service } = split.carrier;
  if (!/^\d{3}$/.test(country) || !/^\d{3}$/.test(service)) return undefined;
  if (/^\d{1,9}$/.test(postcode)) return 2;
  return isLettersPostcode(postcode) ? 3 : undefined;
}

const POSTCODE_LENGTH = 6;

/** Set A has no small letters; it is not only letters and digits that a postcode may have. */
const isLettersPostcode = (postcode: string): boolean => /^[A-Z0-9 "#-/:]{1,6}$/.test(postcode);

/** The mode and the structured carrier message in ten codewords of six bits, lowest bits first. */
export function writeCarrier(mode: 2 | 3, { postcode, country, service }: Carrier): number[] {
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
  const place = mode === 2 ? writeDigits(postcode) : writeLetters(postcode);
  const all = BigInt(mode) | (place << 4n) | (BigInt(country) << 40n) | (BigInt(service) << 50n);
  return Array.from({ length: 10 }, (_, i) => Number((all >> BigInt(6 * i)) & 63n));
}

/** A number of 30 bits, and how many digits it has in six. */
function writeDigits(postcode: string): bigint {
  if (!/^\d{1,9}$/.test(postcode))
    throw new LabelError(
      'code-not-encodable',
      `MaxiCode 模式 2 的邮编只能是 1 到 9 位数字，现在是“${postcode}”；有字母的邮编用模式 3`,
    );
  return BigInt(postcode) | (BigInt(postcode.length) << 30n);
}

/** Six characters of set A, the last one lowest. */
function writeLetters(postcode: string): bigint {
  if (!isLettersPostcode(postcode))
    throw new LabelError(
      'code-not-encodable',
      `MaxiCode 模式 3 的邮编只能是 1 到 6 个大写字母或数字，现在是“${postcode}”`,
    );
  let all = 0n;
  for (const letter of postcode.padEnd(POSTCODE_LENGTH))
    all = (all << 6n) | BigInt(getValue(A, letter.charCodeAt(0)));
  return all;
}
