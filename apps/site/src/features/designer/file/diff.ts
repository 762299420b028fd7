/** Opaque picture of dots, as drawn by the engine. */
type Dots = { widthDots: number; heightDots: number; rgba: Uint8ClampedArray };

type Colour = readonly [number, number, number];

/** Colours of dots only in the earlier version and only in the current one. */
const ONLY_BEFORE: Colour = [201, 53, 34];
const ONLY_AFTER: Colour = [43, 74, 203];
const IN_BOTH: Colour = [190, 186, 176];
const PAPER: Colour = [255, 255, 255];

const isBlack = ({ widthDots, heightDots, rgba }: Dots, x: number, y: number): boolean =>
  x < widthDots && y < heightDots && (rgba[4 * (y * widthDots + x)] ?? 255) < 128;

/**
 * Overlays both labels, at the size of the larger one. Dots in both are grey; dots in only one have
 * its colour.
 */
export const computeDifference = (
  before: Dots,
  after: Dots,
): Dots & { rgba: Uint8ClampedArray<ArrayBuffer>; changed: number } => {
  const widthDots = Math.max(before.widthDots, after.widthDots);
  const heightDots = Math.max(before.heightDots, after.heightDots);
  const rgba = new Uint8ClampedArray(4 * widthDots * heightDots);
  let changedPixels = 0;
  for (let y = 0; y < heightDots; y += 1)
    for (let x = 0; x < widthDots; x += 1) {
      const [wasBlack, is] = [isBlack(before, x, y), isBlack(after, x, y)];
      const colour = wasBlack && is ? IN_BOTH : wasBlack ? ONLY_BEFORE : is ? ONLY_AFTER : PAPER;
      if (wasBlack !== is) changedPixels += 1;
      rgba.set([...colour, 255], 4 * (y * widthDots + x));
    }
  return { widthDots, heightDots, rgba, changed: changedPixels };
};
