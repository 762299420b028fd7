import type { Font } from './font/font.ts';
import type { ModuleMatrix } from './matrix/module-matrix.ts';
import type { CodeElement, Dpi, Rotation } from './template.ts';

/** Half-open rectangle in dots: x0 ≤ x < x1, y0 ≤ y < y1. */
export type DotRect = { x0: number; y0: number; x1: number; y1: number };

/** Shift to the right per dot of height of an italic glyph: tan 12°. */
export const SLANT = 0.2126;

/** A glyph of the font, its character, and its origin. */
export type SceneGlyph = { glyph: number; codePoint: number; x: number; y: number };

/**
 * Glyphs of one font, size and rotation. Each origin is a whole dot. The glyphs of a line share one
 * baseline; upright glyphs of a column are stacked.
 */
export type GlyphsOp = {
  kind: 'glyphs';
  elementId: string;
  font: Font;
  /** Em height in dots, a multiple of 0.5. */
  sizeDots: number;
  /** Glyph width along the line, in whole percent of the normal width; 100 when omitted. */
  widthPercent?: number;
  /** Slanted by `SLANT`. */
  italic?: true;
  rotation: Rotation;
  glyphs: SceneGlyph[];
  /** Clips the ink. */
  clip?: DotRect;
  /** Drawn in paper colour over existing content. */
  paper?: true;
};

/** A filled rectangle; `paper` as in `GlyphsOp`. */
export type RectOp = DotRect & { kind: 'rect'; elementId: string; paper?: true };

/**
 * Bars of a linear symbol with equal height. `edges` holds start, end pairs in dots from the start
 * of the box, each a multiple of `moduleDots` unless bar width reduction applies.
 */
export type BarsOp = DotRect & {
  kind: 'bars';
  elementId: string;
  /** Axis along which the symbol runs. */
  along: 'x' | 'y';
  moduleDots: number;
  edges: readonly number[];
  /** Quiet zones before the first and after the last bar along the axis, in dots. */
  quiet: { before: number; after: number };
};

/** A two-dimensional symbol with `moduleDots` dots per module; the top left corner is at x, y. */
export type MatrixOp = {
  kind: 'matrix';
  elementId: string;
  x: number;
  y: number;
  moduleDots: number;
  rotation: Rotation;
  /** Quiet zone on each side, in dots. */
  quiet: number;
  code: ModuleMatrix;
  /** Dots removed from each side of dark areas, if the printer has a module reduction. */
  shrink?: { left: number; top: number; right: number; bottom: number };
};

/**
 * A filled figure: closed polygons with non-zero winding, so a ring of the opposite direction is a
 * hole. The layout flattens curves, so that every surface draws the same edges. A dot is black if
 * its centre is inside.
 */
export type PathOp = {
  kind: 'path';
  elementId: string;
  /** Vertices of each ring as x, y pairs in dots, in whole sixteenths. */
  rings: readonly (readonly number[])[];
  /**
   * Rotation of the element. A dot centre exactly on an edge is on the same side as in the
   * unrotated figure.
   */
  rotation: Rotation;
};

/**
 * A picture in black dots; the top left corner is at x, y. White dots leave existing content
 * unchanged.
 */
export type ImageOp = {
  kind: 'image';
  elementId: string;
  x: number;
  y: number;
  /** Same format as a `Bitmap` of `raster/`. */
  bitmap: { width: number; height: number; stride: number; data: Uint8Array };
};

export type SceneOp = GlyphsOp | RectOp | BarsOp | MatrixOp | PathOp | ImageOp;

export type LabelWarningCode =
  | 'text-shrunk'
  | 'text-overflow'
  /** A word is longer than the line and was broken. */
  | 'text-broken'
  | 'control-character'
  | 'missing-field'
  /** A formula failed for this label. */
  | 'formula'
  | 'field-required'
  | 'field-too-long'
  | 'missing-glyph'
  /** The page draws before it has loaded the outline. */
  | 'glyph-waiting'
  | 'outside-label'
  | 'image-missing'
  | 'image-broken'
  /** The page draws before it has loaded the picture. */
  | 'image-waiting'
  /** The page lays out before it has loaded the encoder. */
  | 'code-waiting'
  | 'code-empty'
  /** Invisible characters at both ends were removed. */
  | 'code-trimmed'
  /** Possibly another code that lost its leading zero. */
  | 'code-ambiguous'
  | 'code-not-encodable'
  | 'code-too-wide'
  | 'code-outside-label'
  | 'code-module-small'
  | 'code-quiet-zone';

export type LabelWarning = {
  elementId: string;
  code: LabelWarningCode;
  /** `error`: part of the label was not drawn. `warning`: drawn, but needs a check. */
  level: 'warning' | 'error';
  /** Chinese, for the member. */
  message: string;
};

/**
 * A code and its content with fields filled in, without additions of the encoder; used to read it
 * back.
 */
export type SceneCode = { element: CodeElement; content: string };

/**
 * A laid-out label in whole dots, ready for any output. Operations are drawn in order, the last one
 * on top.
 */
export type Scene = {
  dpi: Dpi;
  widthDots: number;
  heightDots: number;
  ops: SceneOp[];
  /** Codes that could be encoded; one that did not fit has no operations. */
  codes: SceneCode[];
  warnings: LabelWarning[];
};
