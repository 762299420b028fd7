/** How a code reduces: `percent` takes `value` per cent off, `amount` takes `value` fen off. */
export type Reduction = { kind: string; value: number };

/**
 * Fen a code takes off an amount: never below 0, never more than the amount. A fraction of a fen is rounded in the
 * member's favour, so that what is left to pay is rounded down.
 * @example discountFen({ kind: 'percent', value: 20 }, 999) // 200, to pay 799
 */
export const discountFen = ({ kind, value }: Reduction, amountFen: number): number => {
  const off = kind === 'percent' ? Math.ceil((amountFen * value) / 100) : value;
  return Math.min(amountFen, Math.max(0, off));
};

/** Fen as people read them: `¥29`, `¥29.90`. */
export const yuanText = (fen: number): string =>
  fen % 100 === 0 ? `¥${fen / 100}` : `¥${(fen / 100).toFixed(2)}`;

/** What a code does, in the words of shops: 20 per cent off is 8 折. */
export const reductionText = ({ kind, value }: Reduction): string => {
  if (kind !== 'percent') return `减 ${yuanText(value)}`;
  return value === 100 ? '免费' : `${(100 - value) / 10} 折`;
};
