import type { Font } from './font/font.ts';
import type { ModuleMatrix } from './matrix/module-matrix.ts';
import type { CodeElement, Dpi, Rotation } from './template.ts';

/** Half-open rectangle in dots: x0 ≤ x < x1, y0 ≤ y < y1. */
export type DotRect = { x0: number; y0: number; x1: number; y1: number };

/** A glyph of the font, the character it stands for, and its origin. */
export type SceneGlyph = { glyph: number; codePoint: number; x: number; y: number };

/**
 * Glyphs of one font, size and rotation. Each one's origin is a whole dot; those of a line have one baseline, those that
 * stand upright in a column are one below the other.
 */
export type GlyphsOp = {
  kind: 'glyphs';
  elementId: string;
  font: Font;
  /** Em height in dots, a multiple of a half. */
  sizeDots: number;
  /** How wide each glyph is drawn, along its line, in whole hundredths of its own width; 100 when left out. */
  widthPercent?: number;
  rotation: Rotation;
  glyphs: SceneGlyph[];
  /** Ink outside is not drawn. */
  clip?: DotRect;
  /** Drawn in the colour of the paper, over what stands there already. */
  paper?: true;
};

/** A filled rectangle; `paper` as with glyphs. */
export type RectOp = DotRect & { kind: 'rect'; elementId: string; paper?: true };

/**
 * Bars of a linear symbol that are equally high. `edges` holds start, end pairs in dots from the start of the box, each a
 * multiple of `moduleDots` unless bars are made narrower for the printer.
 */
export type BarsOp = DotRect & {
  kind: 'bars';
  elementId: string;
  /** The axis the symbol runs along. */
  along: 'x' | 'y';
  moduleDots: number;
  edges: readonly number[];
  /** Light space these bars need before their first and behind their last, along the axis, in dots. */
  quiet: { before: number; after: number };
};

/** A two-dimensional symbol, `moduleDots` dots a module, top left corner at x, y. */
export type MatrixOp = {
  kind: 'matrix';
  elementId: string;
  x: number;
  y: number;
  moduleDots: number;
  rotation: Rotation;
  /** Light space it needs on each side, in dots. */
  quiet: number;
  code: ModuleMatrix;
  /** Dots taken from each side of its dark areas, where they are made narrower for the printer. */
  shrink?: { left: number; top: number; right: number; bottom: number };
};

/**
 * A filled figure: closed polygons, by non-zero winding, so that a ring of the other direction is a hole. Curves were
 * flattened when the label was laid out: every surface draws the same edges. A dot is black when its middle is inside.
 */
export type PathOp = {
  kind: 'path';
  elementId: string;
  /** Each ring's corners as x, y pairs in dots, whole sixteenths. */
  rings: readonly (readonly number[])[];
  /** How its element is turned: a middle exactly on an edge falls to the side it has in the unturned figure. */
  rotation: Rotation;
};

/** A picture in black dots, its top left corner at x, y. What is not black in it leaves alone what stands there. */
export type ImageOp = {
  kind: 'image';
  elementId: string;
  x: number;
  y: number;
  /** As a bitmap of `raster/` is. */
  bitmap: { width: number; height: number; stride: number; data: Uint8Array };
};

export type SceneOp = GlyphsOp | RectOp | BarsOp | MatrixOp | PathOp | ImageOp;

export type LabelWarningCode =
  | 'text-shrunk'
  | 'text-overflow'
  /** A line ends inside a word that is longer than it. */
  | 'text-broken'
  | 'control-character'
  | 'missing-field'
  /** A formula that cannot be worked out for this label. */
  | 'formula'
  | 'field-required'
  | 'field-too-long'
  | 'missing-glyph'
  /** A page draws before it has fetched the outline. */
  | 'glyph-waiting'
  | 'outside-label'
  | 'image-missing'
  | 'image-broken'
  /** A page lays out before it has fetched the encoder. */
  | 'code-waiting'
  | 'code-empty'
  /** Invisible characters at its ends were left out. */
  | 'code-trimmed'
  /** It may be another code that lost its leading zero. */
  | 'code-ambiguous'
  | 'code-not-encodable'
  | 'code-too-wide'
  | 'code-outside-label'
  | 'code-module-small'
  | 'code-quiet-zone';

export type LabelWarning = {
  elementId: string;
  code: LabelWarningCode;
  /** `error`: something was left out of the label. `warning`: drawn, but look at it. */
  level: 'warning' | 'error';
  /** Chinese, for the member. */
  message: string;
};

/** A code and what it encodes, fields filled in, without what the encoder adds: so that it can be read back. */
export type SceneCode = { element: CodeElement; content: string };

/** A laid-out label in whole dots, ready for any output. Operations are drawn in their order, the last on top. */
export type Scene = {
  dpi: Dpi;
  widthDots: number;
  heightDots: number;
  ops: SceneOp[];
  /** Those that could be encoded; one that did not fit has no operations. */
  codes: SceneCode[];
  warnings: LabelWarning[];
};
