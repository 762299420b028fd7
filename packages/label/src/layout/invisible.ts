/** Characters that show nothing, and come along from spreadsheets and web pages. */
const NAMES: Readonly<Record<string, string>> = {
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

/** A QR code may hold a text of several lines, such as a vCard, and emoji that are joined. */
const TEXT_CHARACTERS: ReadonlySet<string> = new Set(['\n', '\r', '\u200c', '\u200d']);

const isInvisible = (character: string): boolean => Object.hasOwn(NAMES, character);

/** How many characters a content begins with, from `at` in a direction, up to the last invisible one before others. */
const countInvisible = (text: string, at: number, direction: 1 | -1): number => {
  let count = 0;
  for (let seen = 0; ; seen += 1) {
    const character = text.charAt(at + seen * direction);
    if (isInvisible(character)) count = seen + 1;
    else if (character !== ' ') return count;
  }
};

/**
 * The content without invisible characters at its ends, and without spaces outside of these. Separators of GS1 (0x1D) and
 * other controls are none.
 */
export const trimInvisible = (text: string): string => {
  const start = countInvisible(text, 0, 1);
  const end = text.length - countInvisible(text, text.length - 1, -1);
  return start < end ? text.slice(start, end) : '';
};

/** The first invisible character within a content: its place, from 1, and what it is called. */
export const findInvisible = (
  text: string,
  { isText }: { isText: boolean },
): { place: number; name: string } | undefined => {
  let place = 0;
  for (const character of text) {
    place += 1;
    const name = isInvisible(character) ? NAMES[character] : undefined;
    if (name !== undefined && !(isText && TEXT_CHARACTERS.has(character))) return { place, name };
  }
  return undefined;
};

/** What of a value is encoded: without spaces and invisible characters around it. */
export const trimCode = (text: string): string => trimInvisible(text.trim()).trim();
