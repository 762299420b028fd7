/** Invisible characters that are often copied from spreadsheets and web pages. */
const INVISIBLE_NAMES: Readonly<Record<string, string>> = {
  '\t': '制表符',
  '\n': '换行',
  '\r': '换行',
  '\u00a0': '不间断空格',
  '\u200b': '零宽空格',
  '\u200c': '零宽字符',
  '\u200d': '零宽字符',
  '\u200e': '方向标记',
  '\u200f': '方向标记',
  '\u2028': '换行',
  '\u2029': '换行',
  '\u202a': '方向标记',
  '\u202b': '方向标记',
  '\u202c': '方向标记',
  '\u202d': '方向标记',
  '\u202e': '方向标记',
  '\u2060': '零宽字符',
  '\u2066': '方向标记',
  '\u2067': '方向标记',
  '\u2068': '方向标记',
  '\u2069': '方向标记',
  '\ufeff': '字节顺序标记',
};

/** Allowed in QR codes: text of several lines such as a vCard, and joined emoji. */
const TEXT_CHARACTERS: ReadonlySet<string> = new Set(['\n', '\r', '\u200c', '\u200d']);

const isInvisibleCharacter = (character: string): boolean =>
  Object.hasOwn(INVISIBLE_NAMES, character);

/**
 * Counts the characters from `at` in one direction up to the last invisible one; spaces between
 * them count.
 */
const countInvisibleCharacters = (text: string, at: number, direction: 1 | -1): number => {
  let count = 0;
  for (let offset = 0; ; offset += 1) {
    const character = text.charAt(at + offset * direction);
    if (isInvisibleCharacter(character)) count = offset + 1;
    else if (character !== ' ') return count;
  }
};

/**
 * Removes invisible characters at both ends, and spaces outside them. GS1 separators (0x1D) and
 * other control characters stay.
 */
export const trimInvisibleCharacters = (text: string): string => {
  const start = countInvisibleCharacters(text, 0, 1);
  const end = text.length - countInvisibleCharacters(text, text.length - 1, -1);
  return start < end ? text.slice(start, end) : '';
};

/** First invisible character within a content: its position from 1, and its Chinese name. */
export const findInvisible = (
  text: string,
  { isText }: { isText: boolean },
): { place: number; name: string } | undefined => {
  let place = 0;
  for (const character of text) {
    place += 1;
    const name = isInvisibleCharacter(character) ? INVISIBLE_NAMES[character] : undefined;
    if (name !== undefined && !(isText && TEXT_CHARACTERS.has(character))) return { place, name };
  }
  return undefined;
};

/** Trims spaces and invisible characters from a value before encoding. */
export const trimCodeContent = (text: string): string =>
  trimInvisibleCharacters(text.trim()).trim();
