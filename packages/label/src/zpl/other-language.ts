import { decodeBase64 } from '../image/base64.ts';
import { LabelError } from '../errors.ts';
import { decodeLatin1 } from './lexer.ts';

/** Bytes to inspect. */
const INSPECTED_BYTES = 4_096;

/** Other printer languages, by lines that are unique to them. */
const LANGUAGES: readonly (readonly [string, RegExp])[] = [
  [
    '这段是 TSPL，TSC、佳博等打印机的命令，不是 ZPL',
    /^[ \t]{0,8}(?:SIZE +[\d.]+|CLS\r?$|GAP +[\d.]+|PRINT +\d+)/im,
  ],
  ['这段是 CPCL，便携打印机的命令，不是 ZPL', /^! (?:U1|\d+ \d+ \d+ \d+ \d+)/m],
  [
    '这段是 EPL，Eltron 和早期 Zebra 打印机的命令，不是 ZPL',
    /^(?:[AB]\d+,\d+,\d,|[qQ]\d+(?:,\d+)?\r?$|LO\d+,\d+,)/m,
  ],
  ['这段是 ESC/POS，小票机的命令，不是 ZPL', /^\x1b@/],
  ['这是 PDF 文件，不是 ZPL', /^%PDF-/],
];

const BASE64 = /^[A-Za-z0-9+/\s]{16,}(?:={1,2}\s*)?$/;

const containsZplInBase64 = (text: string): boolean => {
  try {
    const compactText = text.replaceAll(/[\s=]/g, '');
    const wholeQuads = compactText.slice(0, compactText.length - (compactText.length % 4));
    return decodeLatin1(decodeBase64(wholeQuads)).includes('^XA');
  } catch (error) {
    if (error instanceof LabelError) return false;
    throw error;
  }
};

/** Describes a stream without labels in Chinese; undefined when it is not recognized. */
export function detectOtherPrinterLanguage(bytes: Uint8Array): string | undefined {
  const text = decodeLatin1(bytes.subarray(0, INSPECTED_BYTES));
  const foreignLanguage = LANGUAGES.find(([, pattern]) => pattern.test(text));
  if (foreignLanguage !== undefined) return foreignLanguage[0];
  return BASE64.test(text) && containsZplInBase64(text)
    ? '这段是 base64，里面是 ZPL：先解开，再贴进来'
    : undefined;
}
