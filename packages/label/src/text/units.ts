import type { TextElement } from '../template.ts';

/** A point is 1/72 of an inch, as desktop publishing has it. */
export const MM_PER_PT = 25.4 / 72;

/** A size for the member, in the unit its element is written in. */
export function sizeText(mm: number, unit: TextElement['sizeUnit']): string {
  const value = unit === 'pt' ? mm / MM_PER_PT : mm;
  return `${Math.round(value * 10) / 10} ${unit ?? 'mm'}`;
}
