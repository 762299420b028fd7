import { computeCheckDigit, computeGs1CheckCharacters, isIban } from './check-digits.ts';
import { isListedCode } from './codes.ts';

/**
 * Returns a Chinese error for a part of a value, worded as the end of a sentence that starts “(01)
 * 的”.
 */
type Rule = (part: string) => string | undefined;

const getFaultUnlessRight = (right: boolean, trouble: string): string | undefined =>
  right ? undefined : trouble;

function countDaysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/**
 * `text` is YYMMDD or YYYYMMDD. With a two-digit year the century matters only for 29 February: 00
 * means 2000 (7.12).
 */
function describeDateFault(text: string, firstDay: 0 | 1): string | undefined {
  const year = Number(text.slice(0, -4)) + (text.length === 6 ? 2000 : 0);
  const month = Number(text.slice(-4, -2));
  const day = Number(text.slice(-2));
  const isRealDate =
    month >= 1 && month <= 12 && day >= firstDay && day <= countDaysInMonth(year, month);
  return getFaultUnlessRight(isRealDate, `日期“${text}”不存在`);
}

const checkHour: Rule = (text) =>
  getFaultUnlessRight(Number(text) < 24, `小时“${text}”不对，应是 00 到 23`);
const checkMinute: Rule = (text) =>
  getFaultUnlessRight(Number(text) < 60, `分或秒“${text}”不对，应是 00 到 59`);

const checkCompanyPrefix: Rule = (text) =>
  getFaultUnlessRight(/^\d{4}/.test(text), '前 4 位要是数字：开头是厂商识别代码');

function verifyCheckDigit(text: string): string | undefined {
  const actual = text.slice(-1);
  const right = computeCheckDigit(text.slice(0, -1));
  return getFaultUnlessRight(
    actual === right,
    `校验位不对：第 ${text.length} 位应是 ${right}，现在是 ${actual}`,
  );
}

function verifyCheckCharacters(text: string): string | undefined {
  const is = text.slice(-2);
  const right = computeGs1CheckCharacters(text.slice(0, -2));
  return (
    checkCompanyPrefix(text.slice(0, -2)) ??
    getFaultUnlessRight(is === right, `最后两位校验字符不对：应是 ${right}，现在是 ${is}`)
  );
}

const describeMaximumFault = (text: string, max: number, label: string): string | undefined =>
  getFaultUnlessRight(Number(text) <= max, `${label}“${text}”超出范围，最大是 ${max}`);

const describeUnlistedCodeFault = (
  list: Parameters<typeof isListedCode>[0],
  code: string,
): string | undefined =>
  getFaultUnlessRight(
    isListedCode(list, code),
    `${list === 'currency' ? '货币' : '国家'}代码“${code}”不存在`,
  );

const rules = {
  check: verifyCheckDigit,
  checkPair: verifyCheckCharacters,
  prefix: checkCompanyPrefix,
  hour: checkHour,
  minute: checkMinute,
  date: (text) => describeDateFault(text, 1),
  /** Allows day 00: the date is only a month. */
  date0: (text) => describeDateFault(text, 0),
  time: (text) => checkHour(text.slice(0, 2)) ?? checkMinute(text.slice(2)),
  country: (text) => describeUnlistedCodeFault('country', text),
  /** 999 means more than one country. */
  country999: (text) => (text === '999' ? undefined : describeUnlistedCodeFault('country', text)),
  letters: (text) => describeUnlistedCodeFault('letters', text),
  currency: (text) => describeUnlistedCodeFault('currency', text),
  percent: (text) =>
    getFaultUnlessRight(
      !/%(?![\dA-Fa-f]{2})/.test(text),
      '内容里，“%”后面要有两位十六进制数，例如 %20',
    ),
  /** Ten-millionths of a degree, from 90° south and from 180° west. */
  latitude: (text) => describeMaximumFault(text, 1_800_000_000, '纬度'),
  longitude: (text) => describeMaximumFault(text, 3_600_000_000, '经度'),
  yes: (text) => getFaultUnlessRight(/[01]/.test(text), '内容只能是 0 或 1'),
  minus: (text) => getFaultUnlessRight(text === '-', `最后一位只能是“-”，现在是“${text}”`),
  importer: (text) =>
    getFaultUnlessRight(/[\w-]/.test(text), `最后一位只能是字母、数字、- 或 _，现在是“${text}”`),
  medium: (text) =>
    getFaultUnlessRight(
      /0[1-9]|10|[89]\d/.test(text),
      `载体类型“${text}”不存在，应是 01 到 10 或 80 到 99`,
    ),
  sex: (text) => getFaultUnlessRight(/[0129]/.test(text), '内容只能是 0、1、2 或 9'),
  order: (text) =>
    getFaultUnlessRight(
      /^[1-9]\/[1-9]$/.test(text) && text.charAt(0) <= text.charAt(2),
      '内容要写成“第几个/共几个”，例如 1/2',
    ),
  positive: (text) => getFaultUnlessRight(Number(text) > 0, `“${text}”不能是 0`),
  winding: (text) =>
    getFaultUnlessRight(/[019]/.test(text), `卷绕方向“${text}”不对，只能是 0、1 或 9`),
  zero: (text) => getFaultUnlessRight(text === '0', `第一位要是 0，现在是 ${text}`),
  piece: (text) =>
    getFaultUnlessRight(
      Number(text.slice(0, 2)) > 0 && text.slice(0, 2) <= text.slice(2),
      `“${text}”不对：应是第几件和共几件，各两位`,
    ),
  iban: (text) => getFaultUnlessRight(isIban(text), '国际银行账号（IBAN）不对，请核对'),
  serial: (text) => getFaultUnlessRight(text === '0' || !text.startsWith('0'), '内容不能以 0 开头'),
  base64: (text) =>
    getFaultUnlessRight(/^[^=]+={0,2}$/.test(text), '内容里，“=”只能在最后，最多两个'),
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;

export function describeValuePartFault(rule: RuleName, part: string): string | undefined {
  return rules[rule](part);
}
