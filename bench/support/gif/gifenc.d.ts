declare module 'gifenc' {
  type Color = readonly [number, number, number];
  export function quantize(rgba: Uint8Array | Uint8ClampedArray, most: number): Color[];
  export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Color[]): Uint8Array;
  export function GIFEncoder(): {
    writeFrame: (
      index: Uint8Array,
      width: number,
      height: number,
      options: { palette?: Color[]; delay?: number },
    ) => void;
    finish: () => void;
    bytes: () => Uint8Array;
  };
}
