/** Colours of a GIF: RGB triplets, 1 to 256 of them. */
export interface Palette {
  readonly rgb: Uint8Array;
  readonly size: number;
}

export function getPalette(rgb: Uint8Array): Palette {
  return { rgb, size: rgb.length / 3 };
}
