import { toLatin1 } from '../zpl/lexer.ts';

const OPEN = '<xpml>';
const CLOSE = '</xpml>';
const MAX_BYTES = 200;
/** What drivers of one maker say of pages; with the white space of XML. */
const MARKS = /^\s*(?:<(?:\/?page|end)(?:\s+[a-z]+\s*=\s*(?:'[^'<>]*'|"[^"<>]*"))*\s*\/?>\s*)*$/;

/**
 * How long the page mark is that begins here, bytes: drivers of label software write them around the commands of a page
 * when they print to a file, and take them out on the way to a printer. 0 for none.
 */
export function measureXpml(bytes: Uint8Array, at: number): number {
  const text = toLatin1(bytes.subarray(at, at + MAX_BYTES));
  if (!text.startsWith(OPEN)) return 0;
  const end = text.indexOf(CLOSE);
  if (end < 0 || !MARKS.test(text.slice(OPEN.length, end))) return 0;
  return end + CLOSE.length;
}
