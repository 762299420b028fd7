/** Grey picture of a print, 0 black to 255 white. */
export type Print = { width: number; height: number; grey: Uint8Array };
export type Dots = { width: number; height: number; isBlack: (x: number, y: number) => boolean };

/** Pixels a dot, across and down. */
export const PIXELS = 3;

/**
 * What a thermal head makes of dots: each spreads by `spread` thirds of a dot (0 to 3, one when left out) to the right
 * and along the feed, where it cools slowly; the paper blurs the edges over a pixel on each side, and a scanner decides
 * at half. `PIXELS` pixels a dot.
 */
export function printed(dots: Dots, spread = 1): Print {
  const [across, down] = [dots.width * PIXELS, dots.height * PIXELS];
  const ink = inkOf(dots, spread);
  const grey = new Uint8Array(across * down).fill(255);
  // Columns of three, two of which the next pixel has in common.
  for (let y = 1; y < down - 1; y += 1) {
    const at = y * across;
    let [left, middle] = [columnOf(ink, at, across), columnOf(ink, at + 1, across)];
    for (let x = 1; x < across - 1; x += 1) {
      const right = columnOf(ink, at + x + 1, across);
      if (left + middle + right >= 5) grey[at + x] = 0;
      left = middle;
      middle = right;
    }
  }
  return { width: across, height: down, grey };
}

function columnOf(ink: Uint8Array, at: number, across: number): number {
  return (ink[at - across] ?? 0) + (ink[at] ?? 0) + (ink[at + across] ?? 0);
}

/** 1 where there is ink. */
function inkOf({ width, height, isBlack }: Dots, spread: number): Uint8Array {
  const across = width * PIXELS;
  const ink = new Uint8Array(across * height * PIXELS);
  for (let y = 0; y < height; y += 1) {
    const top = y * PIXELS * across;
    for (let x = 0; x < width; x += 1) {
      if (isBlack(x, y))
        ink.fill(1, top + x * PIXELS, top + Math.min(across, (x + 1) * PIXELS + spread));
    }
    for (let row = 1; row < PIXELS; row += 1) ink.copyWithin(top + row * across, top, top + across);
  }
  // From below, so that what has spread down does not spread again.
  for (let y = height - 1; y > 0; y -= 1) {
    const above = (y * PIXELS - 1) * across;
    for (let row = 0; row < spread; row += 1) {
      const from = (y * PIXELS + row) * across;
      for (let x = 0; x < across; x += 1) if (ink[above + x] === 1) ink[from + x] = 1;
    }
  }
  return ink;
}

/** What a camera sees that has a pixel for `factor` × `factor` of the picture's: their mean. */
export function seen({ width, height, grey }: Print, factor: number): Print {
  if (factor === 1) return { width, height, grey };
  const [across, down] = [Math.ceil(width / factor), Math.ceil(height / factor)];
  const out = new Uint8Array(across * down);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      let [sum, count] = [0, 0];
      for (let py = y * factor; py < Math.min(height, (y + 1) * factor); py += 1)
        for (let px = x * factor; px < Math.min(width, (x + 1) * factor); px += 1) {
          sum += grey[py * width + px] ?? 255;
          count += 1;
        }
      out[y * across + x] = Math.round(sum / count);
    }
  }
  return { width: across, height: down, grey: out };
}

/** Pixels as a canvas's `ImageData` has them. */
export type Image = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/** Of the paper around a picture, in pixels. */
const MARGIN = 12;

/** A picture with some paper around it, as RGBA. */
export function imageOf({ width, height, grey }: Print): Image {
  const [across, down] = [width + 2 * MARGIN, height + 2 * MARGIN];
  const data = new Uint8ClampedArray(across * down * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    let at = ((y + MARGIN) * across + MARGIN) * 4;
    for (let x = 0; x < width; x += 1) {
      const value = grey[y * width + x] ?? 255;
      data[at] = value;
      data[at + 1] = value;
      data[at + 2] = value;
      at += 4;
    }
  }
  return { data, width: across, height: down };
}
