import type { CSSProperties } from 'react';

/** CSS custom properties as a style: `toCssVars({ w: 40 })` is `--w: 40`. */
export const toCssVars = (values: Record<string, number | string>): CSSProperties => {
  const style: Record<string, number | string> = {};
  for (const name in values) style[`--${name}`] = values[name] ?? '';
  return style as CSSProperties;
};
