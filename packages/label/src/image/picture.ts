/** A picture, unpacked: a grey (0 black to 255 white) a pixel, row by row from the top. */
export type Picture = {
  width: number;
  height: number;
  gray: Uint8Array;
  /** 0 lets the paper through, 255 does not; all of it is there when left out. */
  alpha?: Uint8Array;
};

/** Where the engine gets pictures: from whoever calls it, as fonts. */
export type Images = { get: (id: string) => Picture | undefined };

/** Most pixels on one side, as a label 200 mm wide has dots at 600 dpi, and in all. */
export const PICTURE_SIDE = 4800;
export const PICTURE_PIXELS = 4_000_000;
