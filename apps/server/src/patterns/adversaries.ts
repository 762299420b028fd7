/**
 * Characters that represent shorthand classes and escapes. Other characters of the expression stand
 * for themselves.
 */
const CLASS_SAMPLES: Record<string, string> = {
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
/** Single characters and literal words of an expression. */
const listPatternUnits = (source: string, count: number): string[] => {
  const plainText = source
    .replaceAll(/\\p\{[^}]*\}|\\P\{[^}]*\}/g, '中')
    .replaceAll(/\\u[\da-f]{4}|\\x[\da-f]{2}/gi, '')
    .replaceAll(/\(\?(?:<\w+>|[:=!]|<[=!])/g, '(')
    .replaceAll(/\{\d+(?:,\d*)?\}/g, '')
    .replaceAll(/\\(.)/gs, (_, letter: string) => CLASS_SAMPLES[letter] ?? letter);
  const words = plainText.match(/[<"'[(]?[\p{L}\d:=/-]{2,}/gu) ?? [];
  const candidates = [...words.slice(0, 2), ...plainText, 'a', ' '];
  return [...new Set(candidates.filter((unit) => unit !== ''))].slice(0, count);
};

/**
 * Builds texts of about `length` characters that should cause the most backtracking: all units of
 * the expression, repeated and in pairs, after each possible start, followed by an end that does
 * not match or a match far away, because engines search ahead for required literals.
 */
export const createBacktrackingTexts = (
  source: string,
  length: number,
  count: number,
): string[] => {
  const units = listPatternUnits(source, count);
  const repeatUnit = (unit: string): string => unit.repeat(Math.ceil(length / unit.length));
  const ends = ['\0', `\0${units.join('')}`];
  return units.flatMap((firstUnit) =>
    units.flatMap((unit) =>
      ends.flatMap((end) => [
        firstUnit + repeatUnit(unit) + end,
        repeatUnit(firstUnit + unit) + end,
      ]),
    ),
  );
};
