import { decodeLatin1 } from '../zpl/lexer.ts';

const OPEN = '<xpml>';
const CLOSE = '</xpml>';
const MAX_BYTES = 200;
/** Text between `<xpml>` and `</xpml>`: tags that begin or end a page, with XML white space. */
const MARKS = /^\s*(?:<(?:\/?page|end)(?:\s+[a-z]+\s*=\s*(?:'[^'<>]*'|"[^"<>]*"))*\s*\/?>\s*)*$/;

/**
 * Length of the page mark at this position, bytes; 0 for none. Drivers of label software write
 * these marks around the commands of a page when printing to a file, and remove them when printing
 * to a printer.
 */
export function measureXpmlMark(bytes: Uint8Array, at: number): number {
  const text = decodeLatin1(bytes.subarray(at, at + MAX_BYTES));
  if (!text.startsWith(OPEN)) return 0;
  const end = text.indexOf(CLOSE);
  if (end < 0 || !MARKS.test(text.slice(OPEN.length, end))) return 0;
  return end + CLOSE.length;
}
