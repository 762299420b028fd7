/** Named colours for labels. `c1`–`c4` are the defaults of a new site. */
export const DETAIL_COLOR_NAMES = [
  'c1',
  'c2',
  'c3',
  'c4',
  'yellow',
  'amber',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
  'red',
  'orange',
  'gray',
  'grey',
] as const;

export type DetailColorName = (typeof DETAIL_COLOR_NAMES)[number];

export const isColorName = (value: string): value is DetailColorName =>
  (DETAIL_COLOR_NAMES as readonly string[]).includes(value);

/** `#rgb` or `#rrggbb`, each with optional opacity. */
export const isHexColor = (value: string): boolean =>
  /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value);

/** Allowed values of the dictionary `detail_color`, as text. */
export const DETAIL_COLOR_HINT = `${DETAIL_COLOR_NAMES.join('、')} 或 #d9a514 这样`;
