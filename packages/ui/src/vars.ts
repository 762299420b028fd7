import type { CSSProperties } from 'react';

/** CSS custom properties as a style: `vars({ w: 40 })` is `--w: 40`. */
export const vars = (values: Record<string, number | string>): CSSProperties =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`--${name}`, value]),
  ) as CSSProperties;
