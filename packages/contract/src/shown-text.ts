/** What is invisible, or turns the direction of what stands beside it: a name made of it looks like another one. */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Text from a stranger, to be shown in one line: without control characters, blanks in a row as one, and no longer than
 * `most` UTF-16 units; what is cut ends with an ellipsis and never in the middle of a character.
 */
export const shownText = (text: string, most: number): string => {
  // Cut before it is searched: what is very long costs no more than what is shown.
  const line = text
    .slice(0, most * 4)
    .replaceAll(HIDDEN, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line.length <= most) return line;
  let short = '';
  for (const character of line) {
    if (short.length + character.length >= most) break;
    short += character;
  }
  return `${short.trimEnd()}…`;
};
