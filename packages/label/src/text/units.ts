import type { TextElement } from '../template.ts';

/** The desktop publishing point, 1/72 inch. */
export const MM_PER_PT = 25.4 / 72;

/** Formats a size for the member, in the unit of its element. */
export function formatTextSize(mm: number, unit: TextElement['sizeUnit']): string {
  const value = unit === 'pt' ? mm / MM_PER_PT : mm;
  return `${Math.round(value * 10) / 10} ${unit ?? 'mm'}`;
}
