import type { Font } from '../font/font.ts';
import type { CharacterStyle, ShapedText, ShapedCharacter } from './shape.ts';

const isDigit = (codePoint: number): boolean => codePoint >= 0x30 && codePoint <= 0x39;
const COMMA = 0x2c;

/** Range of the first whole number of a line: digits with commas between them. */
function findWholeNumber(
  line: readonly ShapedCharacter[],
): { from: number; to: number } | undefined {
  const from = line.findIndex(({ codePoint }) => isDigit(codePoint));
  if (from < 0) return undefined;
  let to = from;
  const getCodePoint = (index: number): number => line[index]?.codePoint ?? 0;
  while (isDigit(getCodePoint(to)) || (getCodePoint(to) === COMMA && isDigit(getCodePoint(to + 1))))
    to += 1;
  return { from, to };
}

const scaleCharacter = (character: ShapedCharacter, scale: number): ShapedCharacter => ({
  ...character,
  advance: character.advance * scale,
  scale,
});

/** Scales the width of each character to `percent`. */
export function scaleCharacterWidths(shaped: ShapedText, percent: number): ShapedText {
  if (percent === 100) return shaped;
  const lines = shaped.lines.map((line) =>
    line.map((character) => ({ ...character, advance: (character.advance * percent) / 100 })),
  );
  return { ...shaped, lines };
}

/**
 * Shrinks the characters around the first whole number of each line to a share of their size; lines
 * without a number are unchanged.
 */
export function shrinkAroundNumber(shaped: ShapedText, scale = 1): ShapedText {
  if (scale === 1) return shaped;
  const lines = shaped.lines.map((line) => {
    const numberRange = findWholeNumber(line);
    if (numberRange === undefined) return line;
    return line.map((character, index) =>
      index >= numberRange.from && index < numberRange.to
        ? character
        : scaleCharacter(character, scale),
    );
  });
  return { ...shaped, lines };
}

export function setTextStyle(shaped: ShapedText, style: CharacterStyle): ShapedText {
  const lines = shaped.lines.map((line) => line.map((character) => ({ ...character, style })));
  return { ...shaped, lines };
}

type RunShape = {
  font: Font;
  /** Em, and distance from the text before, in ems of the first text. */
  scale: number;
  gap: number;
  style?: CharacterStyle;
  /** The text's lines are joined. */
  isOneLine: boolean;
};

/** Appends a run to the last line; its further lines follow. */
export function appendTextRun(shaped: ShapedText, run: ShapedText, shape: RunShape): ShapedText {
  const { font, scale, gap, style, isOneLine } = shape;
  const last = shaped.lines.at(-1) ?? [];
  const before = last.map((character, index) =>
    index === last.length - 1 ? { ...character, advance: character.advance + gap } : character,
  );
  const runLines = isOneLine ? [run.lines.flat()] : run.lines;
  const [first = [], ...rest] = runLines.map((line) =>
    line.map((character) => ({
      ...scaleCharacter(character, scale),
      font,
      ...(style && { style }),
    })),
  );
  return {
    lines: [...shaped.lines.slice(0, -1), [...before, ...first], ...rest],
    missing: [...new Set([...shaped.missing, ...run.missing])],
    hadControls: shaped.hadControls || run.hadControls,
  };
}
