/** Scale of a label on the screen. */
export type Fit = {
  /** Screen pixels per dot, a whole number; below 1 only when the complete label is shown. */
  pixelsPerDot: number;
  /** CSS px per dot. */
  cssPerDot: number;
};

/**
 * Computes the largest whole number of screen pixels per dot, from 1 to `max`, at which the label
 * fits into its space. Codes on the screen scan only when all dots have the same width.
 *
 * @param roomPx width of the space, CSS px
 * @param ratio screen pixels per CSS px (devicePixelRatio)
 */
export const computeWholePixelsPerDot = (
  widthDots: number,
  roomPx: number,
  ratio: number,
  max = 4,
): Fit => {
  const wholePixels = Math.floor((roomPx * ratio) / Math.max(1, widthDots));
  const pixelsPerDot = Math.min(max, Math.max(1, wholePixels));
  return { pixelsPerDot, cssPerDot: pixelsPerDot / ratio };
};

/** Scales the complete label to fit, possibly below one pixel per dot. Codes may not scan then. */
export const computeScaleOfCompleteLabel = (
  widthDots: number,
  roomPx: number,
  ratio: number,
): Fit => {
  const cssPerDot = Math.min(1 / ratio, roomPx / Math.max(1, widthDots));
  return { pixelsPerDot: cssPerDot * ratio, cssPerDot };
};

/** Formats the scale: 1 像素 = 1 点, 3 像素 = 1 点. */
export const formatScale = ({ pixelsPerDot }: Fit): string =>
  pixelsPerDot >= 1 ? `${pixelsPerDot} 像素 = 1 点` : '缩小显示';
