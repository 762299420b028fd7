/** A picture of dots, opaque, as the engine draws it. */
type Dots = { widthDots: number; heightDots: number; rgba: Uint8ClampedArray };

type Colour = readonly [number, number, number];

/** Only in the other one; only in this one: the seal and the needle, on paper. */
const GONE: Colour = [201, 53, 34];
const CAME: Colour = [43, 74, 203];
const SAME: Colour = [190, 186, 176];
const PAPER: Colour = [255, 255, 255];

const isBlack = ({ widthDots, heightDots, rgba }: Dots, x: number, y: number): boolean =>
  x < widthDots && y < heightDots && (rgba[4 * (y * widthDots + x)] ?? 255) < 128;

/** Both labels over each other, as large as the larger one: what is in both is grey, what is only in one has its colour. */
export const difference = (
  before: Dots,
  after: Dots,
): Dots & { rgba: Uint8ClampedArray<ArrayBuffer>; changed: number } => {
  const widthDots = Math.max(before.widthDots, after.widthDots);
  const heightDots = Math.max(before.heightDots, after.heightDots);
  const rgba = new Uint8ClampedArray(4 * widthDots * heightDots);
  let changed = 0;
  for (let y = 0; y < heightDots; y += 1)
    for (let x = 0; x < widthDots; x += 1) {
      const [was, is] = [isBlack(before, x, y), isBlack(after, x, y)];
      const colour = was && is ? SAME : was ? GONE : is ? CAME : PAPER;
      if (was !== is) changed += 1;
      rgba.set([...colour, 255], 4 * (y * widthDots + x));
    }
  return { widthDots, heightDots, rgba, changed };
};
