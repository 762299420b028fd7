/** Letters of a class in an expression stand for themselves; these for the classes written short. */
const CLASSES: Record<string, string> = {
  d: '1',
  D: 'a',
  w: 'a',
  W: ' ',
  s: ' ',
  S: 'a',
  b: '',
  B: '',
  n: '\n',
  r: '\r',
  t: '\t',
};
/** Single characters and whole words an expression names. */
const listUnits = (source: string, count: number): string[] => {
  const plain = source
    .replaceAll(/\\p\{[^}]*\}|\\P\{[^}]*\}/g, '中')
    .replaceAll(/\\u[\da-f]{4}|\\x[\da-f]{2}/gi, '')
    .replaceAll(/\(\?(?:<\w+>|[:=!]|<[=!])/g, '(')
    .replaceAll(/\{\d+(?:,\d*)?\}/g, '')
    .replaceAll(/\\(.)/gs, (_, letter: string) => CLASSES[letter] ?? letter);
  const words = plain.match(/[<"'[(]?[\p{L}\d:=/-]{2,}/gu) ?? [];
  const all = [...words.slice(0, 2), ...plain, 'a', ' '];
  return [...new Set(all.filter((unit) => unit !== ''))].slice(0, count);
};

/**
 * Texts of about `length` characters on which an expression that goes back and forth would do so most: everything it
 * names, repeated, in pairs, after every beginning; then no match after all, or only far away: an engine looks ahead for
 * what must be there.
 */
export const createAdversaries = (source: string, length: number, count: number): string[] => {
  const units = listUnits(source, count);
  const times = (unit: string): string => unit.repeat(Math.ceil(length / unit.length));
  const ends = ['\0', `\0${units.join('')}`];
  return units.flatMap((one) =>
    units.flatMap((other) =>
      ends.flatMap((end) => [one + times(other) + end, times(one + other) + end]),
    ),
  );
};
