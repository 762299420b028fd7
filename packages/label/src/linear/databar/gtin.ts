import { LabelError } from '../../errors.ts';
import { parseGs1 } from '../../gs1/parse.ts';
import { ensureCheckDigit } from '../digits.ts';

/** Parses a GTIN given as digits or as `(01)…` to fourteen digits; adds an omitted check digit. */
export function parseGtin(title: string, content: string): string {
  const typed = content.trim();
  if (!/^[(（]/.test(typed)) return ensureCheckDigit(title, typed, 14);
  const [first, ...more] = parseGs1(typed).elements;
  if (first?.ai !== '01' || more.length > 0)
    throw new LabelError(
      'code-not-encodable',
      `${title} 只放一个 (01)，别的内容请用 GS1 DataBar 扩展式`,
    );
  return first.value;
}
