/** Properties a picture declares, read without decoding it. */
export type Probe = {
  type: 'png' | 'jpeg' | 'webp' | 'gif';
  /** Stored size in pixels, before the orientation is applied. */
  width: number;
  height: number;
  /** EXIF orientation, 1–8. */
  orientation: number;
};
