/** Colour marks of labels by name; `c1`–`c4` are those a new site has. */
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

/** `#rgb`, `#rrggbb`, each with or without opacity. */
export const isHexColor = (value: string): boolean =>
  /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value);

/** What a value of dictionary `detail_color` may be. */
export const DETAIL_COLOR_WORDS = `${DETAIL_COLOR_NAMES.join('、')} 或 #d9a514 这样`;
