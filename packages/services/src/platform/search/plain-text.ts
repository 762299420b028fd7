/**
 * Label and URL are limited in length, so that a page of brackets is as fast as a page of words.
 */
const LINK = /(!?)\[([^\]\n]{0,300})\]\([^)\n]{0,600}\)/g;
const FENCE = /^ {0,3}(?:`{3,}|~{3,}).*$/gm;
/**
 * The lookahead for three dashes keeps this linear: a line of a thousand dashes that ends in a
 * letter is read twice, not a thousand times.
 */
const TABLE_RULE = /^(?=.*-{3})[ |:-]+$/gm;
const LINE_MARK = /^[ \t]*(?:#{1,6} |>+ ?|[-*+] (?:\[[ x]\] )?|\d{1,3}[.)] )/gm;

/**
 * Plain text of Markdown for the index, with line breaks. Unlike an excerpt it contains code,
 * because people search for error messages.
 */
export const convertMarkdownToPlainText = (source: string): string =>
  source
    .replaceAll('\r', '')
    .replaceAll(LINK, (_, picture: string, label: string) => (picture ? '' : label))
    .replaceAll(FENCE, '')
    .replaceAll(TABLE_RULE, '')
    .replaceAll(LINE_MARK, '')
    .replaceAll(/[*`|]|~~|\\(?=[!-/:-@[-`{-~])/g, (mark) => (mark === '|' ? ' ' : ''))
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
