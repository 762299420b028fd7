/** Number of displayed templates per software. */
export const SHOWN_TEMPLATES = 2;

/** Height of the display window, mm. */
export const WINDOW_MM = 84;
/** Gap between labels on a liner, mm. */
const GAP_MM = 3;

/** Part of the first label that the upper edge of the window cuts off, mm. Differs per liner. */
export const getFirstLabelCutMm = (liner: number): number => 9 + liner * 10;

/**
 * Maximum number of different labels per liner, because each new character adds a glyph to the
 * page.
 */
export const MAX_DIFFERENT_LABELS = 2;

/** Number of labels of this height that are visible on a liner. */
export const countSeenLabels = (liner: number, heightMm: number): number =>
  Math.ceil((WINDOW_MM + getFirstLabelCutMm(liner)) / (heightMm + GAP_MM));
