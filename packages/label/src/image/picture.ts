/** A decoded picture: one grey value (0 black to 255 white) per pixel, row by row from the top. */
export type Picture = {
  width: number;
  height: number;
  gray: Uint8Array;
  /** 0 is transparent, 255 is opaque; opaque everywhere when omitted. */
  alpha?: Uint8Array;
};

/** Source of pictures; the caller of the engine provides it, as it does fonts. */
export type Images = { get: (id: string) => Picture | undefined };

/**
 * Source of pictures of the member's library, by the name that an element's content gives for this
 * label. `waiting`: it is being loaded, and the label will be laid out again.
 */
export type LibraryPictures = { find: (name: string) => Picture | 'waiting' | undefined };

/** Maximum pixels per side (a label 200 mm wide at 600 dpi), and in total. */
export const MAX_PICTURE_SIDE = 4800;
export const MAX_PICTURE_PIXELS = 4_000_000;
