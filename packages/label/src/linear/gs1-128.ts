import { LabelError } from '../errors.ts';
import { parseGs1 } from '../gs1/parse.ts';
import { encodeCode128 } from './code128/encode.ts';
import { createSymbolWithTextLine } from './symbol.ts';
import type { LinearSymbol } from './symbol.ts';

/** Maximum characters of a symbol, separators included (GS1 General Specifications, 5.4.4.6). */
export const GS1_128_MAX_LENGTH = 48;

/**
 * Application identifiers in brackets, `(01)09521234543213(10)ABC`, validated by GS1 rules.
 * @throws LabelError `code-not-encodable`
 */
export function encodeGs1128(content: string): LinearSymbol {
  const { message, text } = parseGs1(content);
  if (message.length > GS1_128_MAX_LENGTH)
    throw new LabelError(
      'code-not-encodable',
      `GS1-128 最多 ${GS1_128_MAX_LENGTH} 个字符，现在是 ${message.length} 个`,
    );
  return createSymbolWithTextLine(encodeCode128(message, { gs1: true }).widths, text);
}
