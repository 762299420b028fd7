import type { Font } from '../font/font.ts';
import type { Shaped, ShapedCharacter } from './shape.ts';

const isDigit = (codePoint: number): boolean => codePoint >= 0x30 && codePoint <= 0x39;
const COMMA = 0x2c;

/** Where the first whole number of a line begins and ends; digits and the commas between them. */
function wholeNumber(line: readonly ShapedCharacter[]): { from: number; to: number } | undefined {
  const from = line.findIndex(({ codePoint }) => isDigit(codePoint));
  if (from < 0) return undefined;
  let to = from;
  const at = (index: number): number => line[index]?.codePoint ?? 0;
  while (isDigit(at(to)) || (at(to) === COMMA && isDigit(at(to + 1)))) to += 1;
  return { from, to };
}

const scaled = (character: ShapedCharacter, scale: number): ShapedCharacter => ({
  ...character,
  advance: character.advance * scale,
  scale,
});

/** Each character as wide as `percent` hundredths of itself. */
export function widened(shaped: Shaped, percent: number): Shaped {
  if (percent === 100) return shaped;
  const lines = shaped.lines.map((line) =>
    line.map((one) => ({ ...one, advance: (one.advance * percent) / 100 })),
  );
  return { ...shaped, lines };
}

/** Sets what stands around the first whole number of each line at a share of its size; a line without one stays. */
export function smallerRest(shaped: Shaped, scale = 1): Shaped {
  if (scale === 1) return shaped;
  const lines = shaped.lines.map((line) => {
    const whole = wholeNumber(line);
    if (whole === undefined) return line;
    return line.map((character, index) =>
      index >= whole.from && index < whole.to ? character : scaled(character, scale),
    );
  });
  return { ...shaped, lines };
}

/** Continues the last line with another text; its line breaks are spaces. `scale` and `gap` are in ems of the first. */
export function addTail(
  shaped: Shaped,
  tail: Shaped,
  { font, scale, gap }: { font: Font; scale: number; gap: number },
): Shaped {
  const last = shaped.lines.at(-1) ?? [];
  const before = last.map((character, index) =>
    index === last.length - 1 ? { ...character, advance: character.advance + gap } : character,
  );
  const after = tail.lines.flat().map((character) => ({ ...scaled(character, scale), font }));
  return {
    lines: [...shaped.lines.slice(0, -1), [...before, ...after]],
    missing: [...new Set([...shaped.missing, ...tail.missing])],
    hadControls: shaped.hadControls || tail.hadControls,
  };
}
