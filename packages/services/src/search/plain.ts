/** Label and address are bounded, so that a page of brackets costs no more than a page of words. */
const LINK = /(!?)\[([^\]\n]{0,300})\]\([^)\n]{0,600}\)/g;
const FENCE = /^ {0,3}(?:`{3,}|~{3,}).*$/gm;
/** Its three dashes are looked for ahead: a line of a thousand that ends in a letter is read twice, not a thousand times. */
const TABLE_RULE = /^(?=.*-{3})[ |:-]+$/gm;
const LINE_MARK = /^[ \t]*(?:#{1,6} |>+ ?|[-*+] (?:\[[ x]\] )?|\d{1,3}[.)] )/gm;

/**
 * The words of a Markdown text, marks left out, its lines kept. For searching: unlike an excerpt it keeps code, because
 * error messages are looked for.
 */
export const plainText = (source: string): string =>
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
