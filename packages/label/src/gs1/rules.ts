import { computeCheckDigit, computeCheckPair, isIban } from './check-digits.ts';
import { isListed } from './codes.ts';

/** Says in Chinese what is wrong with a part of a value, as the end of a sentence that begins “(01) 的”. */
type Rule = (part: string) => string | undefined;

const unless = (right: boolean, trouble: string): string | undefined =>
  right ? undefined : trouble;

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** `text` is YYMMDD or YYYYMMDD. Of a year of two digits only 29 February asks for the century: 00 means 2000 (7.12). */
function date(text: string, firstDay: 0 | 1): string | undefined {
  const year = Number(text.slice(0, -4)) + (text.length === 6 ? 2000 : 0);
  const month = Number(text.slice(-4, -2));
  const day = Number(text.slice(-2));
  const real = month >= 1 && month <= 12 && day >= firstDay && day <= daysIn(year, month);
  return unless(real, `日期“${text}”不存在`);
}

const hour: Rule = (text) => unless(Number(text) < 24, `小时“${text}”不对，应是 00 到 23`);
const minute: Rule = (text) => unless(Number(text) < 60, `分或秒“${text}”不对，应是 00 到 59`);

const prefix: Rule = (text) => unless(/^\d{4}/.test(text), '前 4 位要是数字：开头是厂商识别代码');

function check(text: string): string | undefined {
  const is = text.slice(-1);
  const right = computeCheckDigit(text.slice(0, -1));
  return unless(is === right, `校验位不对：第 ${text.length} 位应是 ${right}，现在是 ${is}`);
}

function checkPair(text: string): string | undefined {
  const is = text.slice(-2);
  const right = computeCheckPair(text.slice(0, -2));
  return (
    prefix(text.slice(0, -2)) ??
    unless(is === right, `最后两位校验字符不对：应是 ${right}，现在是 ${is}`)
  );
}

const atMost = (text: string, max: number, what: string): string | undefined =>
  unless(Number(text) <= max, `${what}“${text}”超出范围，最大是 ${max}`);

const listed = (list: Parameters<typeof isListed>[0], code: string): string | undefined =>
  unless(isListed(list, code), `${list === 'currency' ? '货币' : '国家'}代码“${code}”不存在`);

const rules = {
  check,
  checkPair,
  prefix,
  hour,
  minute,
  date: (text) => date(text, 1),
  /** Day 00: only the month is meant. */
  date0: (text) => date(text, 0),
  time: (text) => hour(text.slice(0, 2)) ?? minute(text.slice(2)),
  country: (text) => listed('country', text),
  /** 999: more than one country. */
  country999: (text) => (text === '999' ? undefined : listed('country', text)),
  letters: (text) => listed('letters', text),
  currency: (text) => listed('currency', text),
  percent: (text) =>
    unless(!/%(?![\dA-Fa-f]{2})/.test(text), '内容里，“%”后面要有两位十六进制数，例如 %20'),
  /** Ten-millionths of a degree from 90° south, and from 180° west. */
  latitude: (text) => atMost(text, 1_800_000_000, '纬度'),
  longitude: (text) => atMost(text, 3_600_000_000, '经度'),
  yes: (text) => unless(/[01]/.test(text), '内容只能是 0 或 1'),
  minus: (text) => unless(text === '-', `最后一位只能是“-”，现在是“${text}”`),
  importer: (text) =>
    unless(/[\w-]/.test(text), `最后一位只能是字母、数字、- 或 _，现在是“${text}”`),
  medium: (text) =>
    unless(/0[1-9]|10|[89]\d/.test(text), `载体类型“${text}”不存在，应是 01 到 10 或 80 到 99`),
  sex: (text) => unless(/[0129]/.test(text), '内容只能是 0、1、2 或 9'),
  order: (text) =>
    unless(
      /^[1-9]\/[1-9]$/.test(text) && text.charAt(0) <= text.charAt(2),
      '内容要写成“第几个/共几个”，例如 1/2',
    ),
  positive: (text) => unless(Number(text) > 0, `“${text}”不能是 0`),
  winding: (text) => unless(/[019]/.test(text), `卷绕方向“${text}”不对，只能是 0、1 或 9`),
  zero: (text) => unless(text === '0', `第一位要是 0，现在是 ${text}`),
  piece: (text) =>
    unless(
      Number(text.slice(0, 2)) > 0 && text.slice(0, 2) <= text.slice(2),
      `“${text}”不对：应是第几件和共几件，各两位`,
    ),
  iban: (text) => unless(isIban(text), '国际银行账号（IBAN）不对，请核对'),
  serial: (text) => unless(text === '0' || !text.startsWith('0'), '内容不能以 0 开头'),
  base64: (text) => unless(/^[^=]+={0,2}$/.test(text), '内容里，“=”只能在最后，最多两个'),
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;

export function getTrouble(rule: RuleName, part: string): string | undefined {
  return rules[rule](part);
}
