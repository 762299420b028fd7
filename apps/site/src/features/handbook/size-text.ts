import type { Row } from './load-handbook.ts';

export type SizeAt = Row['sizes'][number];

const NBSP = '\u00A0';

/** Formats the size of the complete code: `28.3 × 4.8 mm`. */
export const formatCodeSize = ({ widthMm, heightMm }: SizeAt): string =>
  widthMm === null || heightMm === null ? '' : `${widthMm}${NBSP}×${NBSP}${heightMm}${NBSP}mm`;

/** Formats as `2 点，0.25 mm`. */
export const formatDots = ({ dots, mm }: SizeAt): string => `${dots}${NBSP}点，${mm}${NBSP}mm`;
