/** Input limits of the GIF tools, which run entirely in the browser. */
export const GIF_LIMITS = {
  /** Characters of a caption or a watermark. */
  caption: 200,
  /** Lossy compression of a GIF; 0 is lossless. */
  lossy: { min: 0, max: 100 },
} as const;
