/** What may be typed in the GIF tools, which work in the browser alone. */
export const GIF_LIMITS = {
  /** Characters of a caption or a watermark. */
  caption: 200,
  /** Loss of a GIF, 0 for none. */
  lossy: { min: 0, max: 100 },
} as const;
