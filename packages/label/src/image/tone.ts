/** Line art and lettering, or a photo with shades. */
export type PictureTone = 'line' | 'photo';

/** Distance from black and white within which lossy compression moves the greys of line art. */
const EDGE_TOLERANCE = 12;
/** Blurred edges of scanned line art are grey: this share of its pixels, at most. */
const MAX_GREY_SHARE = 0.1;
/** Flat colours of a drawing: this many greys make up almost all of it. */
const MAX_FLAT_GREYS = 8;
const FLAT_SHARE = 0.95;

/**
 * Tells line art from photos by their greys, 0 black to 255 white. Line art is almost all black and
 * white, or of few flat greys.
 */
export function classifyPictureTone(gray: Uint8Array): PictureTone {
  const counts = countGreys(gray);
  const edges = counts.reduce(
    (sum, count, grey) =>
      grey <= EDGE_TOLERANCE || grey >= 255 - EDGE_TOLERANCE ? sum + count : sum,
    0,
  );
  if (edges >= gray.length * (1 - MAX_GREY_SHARE)) return 'line';
  const flat = [...counts]
    .sort((a, b) => b - a)
    .slice(0, MAX_FLAT_GREYS)
    .reduce((sum, count) => sum + count, 0);
  return flat >= gray.length * FLAT_SHARE ? 'line' : 'photo';
}

/** Whether one bit per pixel keeps the picture: every grey is black or white but for compression. */
export function isBlackAndWhite(gray: Uint8Array): boolean {
  return gray.every((grey) => grey <= EDGE_TOLERANCE || grey >= 255 - EDGE_TOLERANCE);
}

function countGreys(gray: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  for (const grey of gray) counts[grey] = (counts[grey] ?? 0) + 1;
  return counts;
}
