import type { Row } from './load-handbook.ts';

export type SizeAt = Row['sizes'][number];

const NBSP = '\u00A0';

/** `28.3 × 4.8 mm`: the whole code. */
export const wholeText = ({ widthMm, heightMm }: SizeAt): string =>
  widthMm === null || heightMm === null ? '' : `${widthMm}${NBSP}×${NBSP}${heightMm}${NBSP}mm`;

/** `2 点，0.25 mm`. */
export const dotsText = ({ dots, mm }: SizeAt): string => `${dots}${NBSP}点，${mm}${NBSP}mm`;
