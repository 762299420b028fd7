import { LabelError } from '../../errors.ts';
import type { Carrier } from '../../matrix/maxicode/carrier.ts';
import type { MaxiCodeMode } from '../../matrix/maxicode/encode.ts';

/** Field data of `^BD`. In modes 2 and 3 the high priority message is removed from its start. */
export type MaxiCodeData = { text: string; carrier?: Carrier };

/**
 * Service class, country and postcode with the lengths of the guide (^BD, considerations for ^FD).
 */
const CARRIER_PATTERNS = {
  2: {
    pattern: /^(\d{3})(\d{3})(\d{9})/,
    words: '15 位数字：服务类别 3 位、国家代码 3 位、邮编 9 位（不足的补 0）',
  },
  3: {
    pattern: /^(\d{3})(\d{3})([A-Z0-9 ]{6})/,
    words: '12 个字：服务类别 3 位、国家代码 3 位、邮编 6 个大写字母或数字（不足的补空格）',
  },
} as const;

/**
 * Throws LabelError `code-not-encodable` when the message does not start as required; printers
 * report an error too.
 */
export function readMaxiCodeData(text: string, mode: MaxiCodeMode): MaxiCodeData {
  if (mode !== 2 && mode !== 3) return { text };
  const { pattern, words } = CARRIER_PATTERNS[mode];
  const [head, service, country, postcode] = pattern.exec(text) ?? [];
  if (
    head === undefined ||
    service === undefined ||
    country === undefined ||
    postcode === undefined
  )
    throw new LabelError('code-not-encodable', `MaxiCode 模式 ${mode} 的 ^FD 开头要是 ${words}`);
  return { text: text.slice(head.length), carrier: { postcode, country, service } };
}
