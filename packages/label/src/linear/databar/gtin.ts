import { LabelError } from '../../errors.ts';
import { parseGs1 } from '../../gs1/parse.ts';
import { ensureCheckDigit } from '../digits.ts';

/** Parses a GTIN given as digits or as `(01)…` to fourteen digits; adds an omitted check digit. */
export function parseGtin(title: string, content: string): string {
  const trimmedContent = content.trim();
  if (!/^[(（]/.test(trimmedContent)) return ensureCheckDigit(title, trimmedContent, 14);
  const [first, ...otherElements] = parseGs1(trimmedContent).elements;
  if (first?.ai !== '01' || otherElements.length > 0)
    throw new LabelError(
      'code-not-encodable',
      `${title} 只放一个 (01)，别的内容请用 GS1 DataBar 扩展式`,
    );
  return first.value;
}
