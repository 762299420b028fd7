import type { FlatOutline } from '../font/outline.ts';
import type { Rotation } from '../template.ts';
import {
  addScanlineCoverage,
  collectScanlineCrossings,
  SUB_SCANLINES,
  writeRowFromCoverage,
} from './scanline-coverage.ts';

/**
 * A glyph in whole dots; `left` and `top` are the offset of its first dot from the pen on the
 * baseline.
 */
export type GlyphBitmap = {
  left: number;
  top: number;
  width: number;
  height: number;
  stride: number;
  bits: Uint8Array;
  /**
   * Rows as one number each, first dot in the highest bit; only for glyphs of at most 32 dots
   * width.
   */
  rows?: Int32Array;
};

export type GlyphScale = {
  /** Dots per font unit, across the line and along it. */
  scale: number;
  scaleAlong: number;
  /** Shift along the line per dot of height. */
  slant: number;
};

/**
 * Fills by non-zero winding: eight sub-scanlines per row with exact horizontal coverage. A dot is
 * black if at least half of it is covered. Uses only + − × ÷ on doubles, so that every engine
 * computes the same dots. A rotated glyph is the upright bitmap rotated about the pen, because
 * coverage differs along and across rows.
 */
export function rasterizeOutline(
  outline: FlatOutline,
  rotation: Rotation,
  size: GlyphScale,
): GlyphBitmap {
  const upright = rasterizeUprightOutline(outline, size);
  return rotation === 0 ? upright : turnGlyph(upright, rotation);
}

function turnGlyph(upright: GlyphBitmap, rotation: 90 | 180 | 270): GlyphBitmap {
  const { left, top, width: across, height: down } = upright;
  const isSideways = rotation !== 180;
  const [width, height] = isSideways ? [down, across] : [across, down];
  const stride = (width + 7) >> 3;
  const bits = new Uint8Array(stride * height);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      if (((upright.bits[y * upright.stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0) continue;
      const toX = rotation === 90 ? down - 1 - y : rotation === 180 ? across - 1 - x : y;
      const toY = rotation === 90 ? x : rotation === 180 ? down - 1 - y : across - 1 - x;
      const at = toY * stride + (toX >> 3);
      bits[at] = (bits[at] ?? 0) | (0x80 >> (toX & 7));
    }
  }
  const corner =
    rotation === 90
      ? { left: 0 - top - down, top: left }
      : rotation === 180
        ? { left: 0 - left - across, top: 0 - top - down }
        : { left: top, top: 0 - left - across };
  return { ...corner, width, height, stride, bits };
}

function rasterizeUprightOutline(outline: FlatOutline, size: GlyphScale): GlyphBitmap {
  const points = scalePointsToDots(outline.points, size);
  const box = computeWholeDotBounds(points);
  const width = box.x1 - box.x0;
  const height = box.y1 - box.y0;
  const stride = (width + 7) >> 3;
  const bits = new Uint8Array(stride * height);
  const bitmap = { left: box.x0, top: box.y0, width, height, stride, bits };
  if (width === 0 || height === 0) return bitmap;

  const crossings = collectScanlineCrossings(
    points,
    outline.starts,
    box.y0,
    height * SUB_SCANLINES,
  );
  const partialCoverage = new Float64Array(width + 1);
  const fullCoverageSteps = new Float64Array(width + 2);
  for (let row = 0; row < height; row += 1) {
    for (let sub = 0; sub < SUB_SCANLINES; sub += 1) {
      addScanlineCoverage(
        crossings,
        row * SUB_SCANLINES + sub,
        box.x0,
        partialCoverage,
        fullCoverageSteps,
      );
    }
    writeRowFromCoverage(bits, row * stride, width, partialCoverage, fullCoverageSteps);
  }
  return bitmap;
}

/** Converts font units (y up) to dots (y down). */
function scalePointsToDots(
  source: Float64Array,
  { scale, scaleAlong, slant }: GlyphScale,
): Float64Array {
  const placedPoints = new Float64Array(source.length);
  for (let i = 0; i < source.length; i += 2) {
    const up = (source[i + 1] ?? 0) * scale;
    placedPoints[i] = (source[i] ?? 0) * scaleAlong + up * slant;
    placedPoints[i + 1] = -up;
  }
  return placedPoints;
}

function computeWholeDotBounds(points: Float64Array): {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
} {
  if (points.length === 0) return { x0: 0, y0: 0, x1: 0, y1: 0 };
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i] ?? 0;
    const y = points[i + 1] ?? 0;
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
  }
  return { x0: Math.floor(x0), y0: Math.floor(y0), x1: Math.ceil(x1), y1: Math.ceil(y1) };
}
