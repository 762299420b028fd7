/** Effect of a code: `percent` takes `value` per cent off, `amount` takes `value` fen off. */
export type Reduction = { kind: string; value: number };

/**
 * Discount of a code, fen; between 0 and the amount. Rounded up, so that the amount to pay is
 * rounded down in the member's favour.
 * @example computeDiscountFen({ kind: 'percent', value: 20 }, 999) // 200, to pay 799
 */
export const computeDiscountFen = ({ kind, value }: Reduction, amountFen: number): number => {
  const off = kind === 'percent' ? Math.ceil((amountFen * value) / 100) : value;
  return Math.min(amountFen, Math.max(0, off));
};

/** Formats fen: `¥29`, `¥29.90`. */
export const formatYuan = (fen: number): string =>
  fen % 100 === 0 ? `¥${fen / 100}` : `¥${(fen / 100).toFixed(2)}`;

/** Describes a code as shops do: 20 per cent off is 8 折. */
export const describeReduction = ({ kind, value }: Reduction): string => {
  if (kind !== 'percent') return `减 ${formatYuan(value)}`;
  return value === 100 ? '免费' : `${(100 - value) / 10} 折`;
};
