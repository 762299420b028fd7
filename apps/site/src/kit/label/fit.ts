/** Where a drawn label stands on the screen. */
export type Fit = {
  /** Screen pixels a dot, a whole number; below 1 only when shown whole. */
  pixelsPerDot: number;
  /** CSS px a dot. */
  cssPerDot: number;
};

/**
 * The largest whole number of screen pixels a dot at which the label is no wider than its place, at least 1 and at
 * most `most`. Codes on the screen scan only when every dot is equally wide.
 *
 * @param roomPx width of the place, CSS px
 * @param ratio screen pixels per CSS px (devicePixelRatio)
 */
export const fitDots = (widthDots: number, roomPx: number, ratio: number, most = 4): Fit => {
  const whole = Math.floor((roomPx * ratio) / Math.max(1, widthDots));
  const pixelsPerDot = Math.min(most, Math.max(1, whole));
  return { pixelsPerDot, cssPerDot: pixelsPerDot / ratio };
};

/** Shown whole: smaller than a pixel a dot where it must be, so that codes may not scan. */
export const fitWhole = (widthDots: number, roomPx: number, ratio: number): Fit => {
  const cssPerDot = Math.min(1 / ratio, roomPx / Math.max(1, widthDots));
  return { pixelsPerDot: cssPerDot * ratio, cssPerDot };
};

/** How the scale is said: 1 像素 = 1 点, 3 像素 = 1 点. */
export const scaleText = ({ pixelsPerDot }: Fit): string =>
  pixelsPerDot >= 1 ? `${pixelsPerDot} 像素 = 1 点` : '缩小显示';
