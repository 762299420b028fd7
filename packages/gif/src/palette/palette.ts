/** Colours of a GIF: 1 to 256 RGB triplets. */
export interface Palette {
  readonly rgb: Uint8Array;
  readonly size: number;
}

export function createPalette(rgb: Uint8Array): Palette {
  return { rgb, size: rgb.length / 3 };
}
