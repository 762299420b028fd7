/** Number of rows rendered above and below the visible area. */
const OVERSCAN_ROWS = 8;

/**
 * Returns the rows to render when the box is scrolled by `top` px, as a half-open range: `from` ≤
 * row < `to`.
 */
export const getVisibleRange = (
  count: number,
  top: number,
  viewPx: number,
  rowPx: number,
): { from: number; to: number } => {
  const first = Math.floor(Math.max(0, top) / rowPx);
  const from = Math.max(0, Math.min(first, count) - OVERSCAN_ROWS);
  return { from, to: Math.min(count, first + Math.ceil(viewPx / rowPx) + OVERSCAN_ROWS) };
};
