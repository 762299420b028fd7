/** Grey picture of a print, 0 black to 255 white. */
export type Print = { width: number; height: number; grey: Uint8Array };
export type Dots = { width: number; height: number; isBlack: (x: number, y: number) => boolean };

/** Pixels a dot, across and down. */
export const PIXELS = 3;

/**
 * What a thermal head makes of dots: each spreads by a third of a dot to the right and along the feed, where it cools
 * slowly; the paper blurs the edges over a pixel on each side, and a scanner decides at half.
 */
export function printed({ width, height, isBlack }: Dots): Print {
  const [across, down] = [width * PIXELS, height * PIXELS];
  const ink = new Uint8Array(across * down);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isBlack(x, y)) continue;
      for (let dy = 0; dy <= PIXELS; dy += 1) {
        for (let dx = 0; dx <= PIXELS; dx += 1) {
          const [px, py] = [x * PIXELS + dx, y * PIXELS + dy];
          if (px < across && py < down) ink[py * across + px] = 1;
        }
      }
    }
  }
  const grey = new Uint8Array(across * down).fill(255);
  for (let y = 1; y < down - 1; y += 1) {
    for (let x = 1; x < across - 1; x += 1) {
      let sum = 0;
      for (let row = y - 1; row <= y + 1; row += 1) {
        for (let at = row * across + x - 1; at <= row * across + x + 1; at += 1)
          sum += ink[at] ?? 0;
      }
      if (sum >= 5) grey[y * across + x] = 0;
    }
  }
  return { width: across, height: down, grey };
}
