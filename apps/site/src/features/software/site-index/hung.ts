/** Templates of each software that hang in its window. */
export const HUNG = 2;

/** Height of that window, mm on the bed. */
export const WINDOW_MM = 84;
/** Between two labels on a liner, mm. */
const GAP_MM = 3;

/** How far a liner's first label is cut by the window's upper edge, mm: elsewhere on every liner, as paper hangs. */
export const cutMm = (liner: number): number => 9 + liner * 10;

/** Different labels on one liner at most: every new character is an outline to send. */
export const DIFFERENT = 2;

/** Labels of this height that are seen on a liner. */
export const seenOn = (liner: number, heightMm: number): number =>
  Math.ceil((WINDOW_MM + cutMm(liner)) / (heightMm + GAP_MM));
