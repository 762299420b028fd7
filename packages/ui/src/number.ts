type Range = { min: number; max: number };

/** The number somebody typed, or null: full-width digits, a typographic minus and a decimal comma are understood. */
export const readNumber = (text: string): number | null => {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/[−–—]/g, '-')
    .replace(/[,。]/g, '.')
    .replace(/^\+/, '');
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(plain)) return null;
  return Number(plain);
};

export const inRange = (value: number, { min, max }: Range): boolean =>
  value >= min && value <= max;

const decimals = (step: number): number => String(step).split('.')[1]?.length ?? 0;

/** The text after a step: kept within the range, on the step's own grid of decimals. */
export const stepped = (text: string, by: number, range: Range & { step: number }): string => {
  const value = Math.min(range.max, Math.max(range.min, (readNumber(text) ?? range.min) + by));
  return String(Number(value.toFixed(decimals(range.step))));
};
