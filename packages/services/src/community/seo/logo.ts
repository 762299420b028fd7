import { encodePalettePng, type Rgb } from './palette-png.ts';

/** Colour of the logo in both themes: `--mark` of the site. */
export const MARK_COLOR: Rgb = [0xc9, 0x35, 0x22];
const WHITE: Rgb = [0xff, 0xff, 0xff];

/** The logo's white parts on a grid of 24: x, y, width, height. */
const GRID = 24;
const PARTS = [
  ...[5, 17].map((x) => [x, 0, 2, 6] as const),
  ...[9, 13].map((x) => [x, 0, 2, 3] as const),
  [5, 10, 14, 9] as const,
];

type Canvas = { pixels: Uint8Array; width: number };
type Square = { left: number; top: number; side: number };

/** Draws the logo into a square, px. Colours are indexes into the palette. */
export const drawLogo = (
  { pixels, width }: Canvas,
  { left, top, side }: Square,
  colors: { mark: number; paper: number },
): void => {
  const toPixels = (cells: number): number => Math.round((cells * side) / GRID);
  const fillCells = (color: number, [x, y, w, h]: readonly [number, number, number, number]) => {
    for (let line = toPixels(y); line < toPixels(y + h); line += 1) {
      const row = (top + line) * width + left;
      pixels.fill(color, row + toPixels(x), row + toPixels(x + w));
    }
  };
  fillCells(colors.mark, [0, 0, GRID, GRID]);
  for (const part of PARTS) fillCells(colors.paper, part);
};

/**
 * The app icons of the site by name. A maskable icon is cut to any shape, so that its logo lies in
 * the inner 80 % (W3C Web Application Manifest, safe zone), and the rest has its colour.
 */
export const APP_ICONS = {
  'icon-192': { side: 192, isMaskable: false },
  'icon-512': { side: 512, isMaskable: false },
  'icon-maskable-512': { side: 512, isMaskable: true },
  'apple-touch-icon': { side: 180, isMaskable: false },
} as const;

export type AppIcon = keyof typeof APP_ICONS;

const SAFE_SHARE = 0.64;

/** Draws an app icon as a PNG without transparency. */
export const drawAppIcon = (name: AppIcon): Buffer => {
  const { side, isMaskable } = APP_ICONS[name];
  const pixels = new Uint8Array(side * side);
  const logo = isMaskable ? Math.round((side * SAFE_SHARE) / GRID) * GRID : side;
  const start = (side - logo) >> 1;
  drawLogo({ pixels, width: side }, { left: start, top: start, side: logo }, { mark: 0, paper: 1 });
  return encodePalettePng(pixels, { width: side, height: side, palette: [MARK_COLOR, WHITE] });
};
