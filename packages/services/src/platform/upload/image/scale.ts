import type { Pixels } from './gif-frame.ts';

export type Box = { x: number; y: number; width: number; height: number };

/** The largest centred square. */
export const computeCenterSquare = (width: number, height: number): Box => {
  const side = Math.min(width, height);
  return {
    x: Math.floor((width - side) / 2),
    y: Math.floor((height - side) / 2),
    width: side,
    height: side,
  };
};

/** Scales a size down to at most `max` pixels per side, keeping proportions. Never enlarges. */
export const scaleToFit = (
  width: number,
  height: number,
  max: number,
): { width: number; height: number } => {
  const share = Math.min(1, max / Math.max(width, height));
  const scaleSide = (value: number): number => Math.max(1, Math.round(value * share));
  return { width: scaleSide(width), height: scaleSide(height) };
};

/** For each target line: the source lines it covers, with weights. */
const computeLineCoverage = (from: number, length: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const [start, end] = [(index * length) / count, ((index + 1) * length) / count];
    const first = Math.floor(start);
    const weights: number[] = [];
    for (let line = first; line < end; line++)
      weights.push(Math.min(end, line + 1) - Math.max(start, line));
    return { first: from + first, weights };
  });

/**
 * Shrinks a part of a picture by area averaging: each target pixel is the mean of the source pixels
 * it covers, weighted by opacity. Needs memory for one line.
 */
export const shrinkPixels = (source: Pixels, box: Box, width: number, height: number): Pixels => {
  const columns = computeLineCoverage(box.x, box.width, width);
  const rows = computeLineCoverage(box.y, box.height, height);
  const data = new Uint8ClampedArray(width * height * 4);
  const sums = new Float64Array(width * 4);
  const pixels = source.data;
  rows.forEach((row, y) => {
    sums.fill(0);
    row.weights.forEach((rowWeight, dy) => {
      const line = (row.first + dy) * source.width;
      for (let x = 0; x < width; x++) {
        const column = columns[x];
        if (!column) continue;
        const { weights, first } = column;
        for (let dx = 0; dx < weights.length; dx++) {
          const at = (line + first + dx) * 4;
          const opacity = (pixels[at + 3] ?? 0) * (weights[dx] ?? 0) * rowWeight;
          const to = x * 4;
          sums[to] = (sums[to] ?? 0) + (pixels[at] ?? 0) * opacity;
          sums[to + 1] = (sums[to + 1] ?? 0) + (pixels[at + 1] ?? 0) * opacity;
          sums[to + 2] = (sums[to + 2] ?? 0) + (pixels[at + 2] ?? 0) * opacity;
          sums[to + 3] = (sums[to + 3] ?? 0) + opacity;
        }
      }
    });
    const area = (box.width / width) * (box.height / height);
    for (let x = 0; x < width; x++) {
      const opacity = sums[x * 4 + 3] ?? 0;
      const to = (y * width + x) * 4;
      if (opacity === 0) continue;
      for (let channel = 0; channel < 3; channel++)
        data[to + channel] = (sums[x * 4 + channel] ?? 0) / opacity;
      data[to + 3] = opacity / area;
    }
  });
  return { width, height, data };
};

/** Source pixel of each pixel of the upright picture, for EXIF orientations 2–8. */
const SOURCE_OF: Record<number, (x: number, y: number, w: number, h: number) => [number, number]> =
  {
    2: (x, y, w) => [w - 1 - x, y],
    3: (x, y, w, h) => [w - 1 - x, h - 1 - y],
    4: (x, y, _w, h) => [x, h - 1 - y],
    5: (x, y) => [y, x],
    6: (x, y, _w, h) => [y, h - 1 - x],
    7: (x, y, w, h) => [w - 1 - y, h - 1 - x],
    8: (x, y, w) => [w - 1 - y, x],
  };

/** Rotates and mirrors a picture by its EXIF orientation (1–8; 1 is upright). */
export const rotateUpright = (source: Pixels, orientation: number): Pixels => {
  const getSource = SOURCE_OF[orientation];
  if (!getSource) return source;
  const isTurned = orientation >= 5;
  const width = isTurned ? source.height : source.width;
  const height = isTurned ? source.width : source.height;
  const [from, data] = [
    new Uint32Array(source.data.buffer, source.data.byteOffset, source.width * source.height),
    new Uint32Array(width * height),
  ];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [sx, sy] = getSource(x, y, source.width, source.height);
      data[y * width + x] = from[sy * source.width + sx] ?? 0;
    }
  return { width, height, data: new Uint8ClampedArray(data.buffer) };
};
