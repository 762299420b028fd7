import type { Decimal } from './decimal.ts';
import { roundDecimal } from './decimal.ts';
import { ExpressionError } from './error.ts';

const DIGITS = '零壹贰叁肆伍陆柒捌玖';
const PLACES = ['', '拾', '佰', '仟'];
const GROUPS = ['', '万', '亿', '万亿'];
/** Maximum digits of whole yuan. */
const MAX_DIGITS = 16;

/** Writes four digits; `isLed` adds the 零 for missing thousands. */
function formatFourDigitGroup(group: string, isLed: boolean): string {
  let text = '';
  let hasGap = false;
  for (const [place, digit] of [...group].entries()) {
    if (digit === '0') {
      hasGap = true;
      continue;
    }
    if (hasGap && (text !== '' || isLed)) text += '零';
    hasGap = false;
    text += DIGITS.charAt(Number(digit)) + (PLACES[group.length - 1 - place] ?? '');
  }
  return text;
}

function formatYuanCapitals(digits: string): string {
  const padded = digits.padStart(Math.ceil(digits.length / 4) * 4, '0');
  const count = padded.length / 4;
  let text = '';
  let isSkipped = false;
  for (let at = 0; at < count; at += 1) {
    const group = padded.slice(4 * at, 4 * at + 4);
    const groupText = formatFourDigitGroup(group, text !== '');
    if (groupText === '') {
      isSkipped = text !== '';
      continue;
    }
    // A group of zeros gives a single 零; none is added if the next group starts with 零.
    if (isSkipped && !groupText.startsWith('零')) text += '零';
    isSkipped = false;
    const name = GROUPS[count - 1 - at] ?? '';
    // After 万亿 write only 万 if the 亿 group is not empty, since that group adds the 亿.
    text +=
      groupText +
      (name === '万亿' && Number(padded.slice(4 * at + 4, 4 * at + 8)) > 0 ? '万' : name);
  }
  return text;
}

/**
 * Writes an amount in the capitals of cheques and invoices (支付结算办法, 附一 正确填写票据和结算凭证的基本规定), without
 * the leading 人民币; rounds half up to fen. Where 零 is optional in the rules, it is written only
 * between 元 and 角; 整 follows only 元.
 *
 * @example
 * formatRmbCapitals(parseDecimal('1409.50')); // '壹仟肆佰零玖元伍角'
 */
export function formatRmbCapitals(amount: Decimal): string {
  const { units } = roundDecimal(amount, 2);
  const digits = (units < 0n ? -units : units).toString().padStart(3, '0');
  const [wholeDigits, jiao, fen] = [
    digits.slice(0, -2),
    digits.at(-2) ?? '0',
    digits.at(-1) ?? '0',
  ];
  if (wholeDigits.length > MAX_DIGITS)
    throw new ExpressionError(`大写金额最多 ${MAX_DIGITS} 位整数`);
  const sign = units < 0n ? '负' : '';
  const yuan = wholeDigits === '0' ? '' : `${formatYuanCapitals(wholeDigits)}元`;
  if (jiao === '0' && fen === '0') return `${sign}${yuan || '零元'}整`;
  const gap = yuan !== '' && (wholeDigits.endsWith('0') || jiao === '0') ? '零' : '';
  const small =
    (jiao === '0' ? '' : `${DIGITS.charAt(Number(jiao))}角`) +
    (fen === '0' ? '' : `${DIGITS.charAt(Number(fen))}分`);
  return `${sign}${yuan}${gap}${small}`;
}
