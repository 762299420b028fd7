/** Invisible characters and direction controls, which could make a name look like another one. */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Untrusted text for display in one line: no control characters, single spaces, at most `max`
 * UTF-16 units. Truncated text ends with an ellipsis and never inside a character.
 */
export const cleanDisplayText = (text: string, max: number): string => {
  // Truncated before the search, so that very long text costs no more than the displayed part.
  const line = text
    .slice(0, max * 4)
    .replaceAll(HIDDEN, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line.length <= max) return line;
  let short = '';
  for (const character of line) {
    if (short.length + character.length >= max) break;
    short += character;
  }
  return `${short.trimEnd()}…`;
};
