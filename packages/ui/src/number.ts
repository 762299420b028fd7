type Range = { min: number; max: number };

/**
 * Parses a typed number. Accepts full-width digits, a typographic minus and a decimal comma.
 * Returns null if invalid.
 */
export const parseNumber = (text: string): number | null => {
  const plainText = text
    .normalize('NFKC')
    .trim()
    .replace(/[−–—]/g, '-')
    .replace(/[,。]/g, '.')
    .replace(/^\+/, '');
  if (!/^-?(\d+(\.\d*)?|\.\d+)$/.test(plainText)) return null;
  return Number(plainText);
};

export const isInRange = (value: number, { min, max }: Range): boolean =>
  value >= min && value <= max;

const countDecimals = (step: number): number => String(step).split('.')[1]?.length ?? 0;

/** Text after a step, clamped to the range and rounded to the decimals of the step. */
export const stepNumber = (text: string, by: number, range: Range & { step: number }): string => {
  const value = Math.min(range.max, Math.max(range.min, (parseNumber(text) ?? range.min) + by));
  return String(Number(value.toFixed(countDecimals(range.step))));
};
