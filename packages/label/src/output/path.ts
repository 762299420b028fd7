export type Point = { x: number; y: number };

/** Two numbers of path data; a minus sign parts them where there is one. */
export const pair = (x: number, y: number): string => `${x}${y < 0 ? '' : ' '}${y}`;

/** At most four decimals, without a leading zero. */
export const short = (value: number): string =>
  String(Math.round(value * 10_000) / 10_000 + 0).replace(/^(-?)0\./, '$1.');
