/** Where a string that begins at `at` ends, behind its closing quote. */
const behindString = (text: string, at: number): number => {
  const quote = text[at];
  let i = at + 1;
  while (i < text.length && text[i] !== quote) i += text[i] === '\\' ? 2 : 1;
  return i + 1;
};

/** Behind the bracket that closes the one at `at`; strings and comments may hold brackets of their own. */
const behindCall = (text: string, at: number): number => {
  let depth = 0;
  for (let i = at; i < text.length;) {
    const sign = text[i] ?? '';
    if (`'"\``.includes(sign)) {
      i = behindString(text, i);
      continue;
    }
    if (text.startsWith('//', i)) {
      i = text.indexOf('\n', i);
      if (i < 0) break;
      continue;
    }
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    i += 1;
    if (depth === 0) return i;
  }
  return text.length;
};

/** Titles of the tests in a source, as they are written there: those of `it.each` with their `%s`. */
export const titlesIn = (source: string): string[] => {
  const titles: string[] = [];
  for (const one of source.matchAll(/^\s*(?:it|test)(\.each)?(?=\()/gm)) {
    const open = one.index + one[0].length;
    const call = one[1] ? behindCall(source, open) : open;
    if (source[call] !== '(') continue;
    const start = call + 1 + (/^\s*/.exec(source.slice(call + 1))?.[0].length ?? 0);
    if (!`'"`.includes(source[start] ?? ' ')) continue;
    const end = behindString(source, start);
    titles.push(source.slice(start + 1, end - 1).replace(/\\(.)/g, '$1'));
  }
  return titles;
};
