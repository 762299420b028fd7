/** Rows kept ready above and below the view. */
const SPARE = 8;

/** Which of `count` rows are in the page when the box is scrolled by `top` px: half-open, `from` ≤ row < `to`. */
export const getWindow = (
  count: number,
  top: number,
  viewPx: number,
  rowPx: number,
): { from: number; to: number } => {
  const first = Math.floor(Math.max(0, top) / rowPx);
  const from = Math.max(0, Math.min(first, count) - SPARE);
  return { from, to: Math.min(count, first + Math.ceil(viewPx / rowPx) + SPARE) };
};
