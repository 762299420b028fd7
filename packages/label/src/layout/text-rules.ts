import type { ShapedCharacter } from '../text/shape.ts';

/** A line under or through characters of one size. */
export type TextRule = {
  isStrike: boolean;
  /** Ends along the text line, in content dots. */
  x0: number;
  x1: number;
  /** Em of its characters, relative to that of the text. */
  em: number;
};

type TextLine = {
  /** Start and width, in content dots. */
  start: number;
  width: number;
  sizeDots: number;
  /** In ems. */
  spacing: number;
};

type Kind = 'underline' | 'strike';

/** Rules of a text line. One whose characters all have it is as long as the line. */
function listRulesOfKind(
  line: readonly ShapedCharacter[],
  kind: Kind,
  { start, width, sizeDots, spacing }: TextLine,
): TextRule[] {
  const isStrike = kind === 'strike';
  const hasRule = ({ style }: ShapedCharacter): boolean => style?.[kind] ?? false;
  if (line.every(hasRule)) {
    const em = line.reduce((largest, { scale = 1 }) => Math.max(largest, scale), 0);
    return [{ isStrike, x0: start, x1: start + width, em }];
  }
  const rules: TextRule[] = [];
  let pen = start;
  let isRuled = false;
  for (const character of line) {
    const em = character.scale ?? 1;
    const end = pen + character.advance * sizeDots;
    const rule = rules.at(-1);
    if (!hasRule(character)) isRuled = false;
    else if (isRuled && rule && rule.em === em) rule.x1 = end;
    else {
      rules.push({ isStrike, x0: pen, x1: end, em });
      isRuled = true;
    }
    pen = end + spacing * sizeDots;
  }
  return rules;
}

/** Underlines and strike-throughs of a text line. */
export function listTextRules(line: readonly ShapedCharacter[], at: TextLine): TextRule[] {
  if (line.length === 0 || at.width === 0) return [];
  return [...listRulesOfKind(line, 'underline', at), ...listRulesOfKind(line, 'strike', at)];
}
