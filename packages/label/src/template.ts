import type { z } from 'zod';
import type {
  aztecSchema,
  codabarSchema,
  code39Schema,
  dataMatrixSchema,
  microQrSchema,
  pdf417Schema,
  qrLevelShape,
  qrSchema,
  stackedSchema,
  uncheckedSchema,
} from './schema/codes.ts';
import type { boxShape, rotationShape } from './schema/box.ts';
import type { fieldShape, serialShape } from './schema/fields.ts';
import { LINEAR_NAMES, type LinearName } from './schema/names.ts';
import type { DITHERS, FITS } from './schema/names.ts';
import type {
  ellipseSchema,
  imageSchema,
  lineSchema,
  pictureSchema,
  rectSchema,
} from './schema/shapes.ts';
import type { cellSchema, tableShape } from './schema/table.ts';
import type { templateSchema } from './schema/template.ts';
import type { tailShape, textSchema } from './schema/text.ts';

export {
  CHECK_OPTIONAL_NAMES,
  type CheckOptionalName,
  DITHERS,
  FITS,
  LINEAR_NAMES,
  type LinearName,
  STACKED_NAMES,
} from './schema/names.ts';

/** What a schema lets through. What each property means stands there: `schema/`. */
type Of<Schema extends (kit: never) => z.ZodType> = z.output<ReturnType<Schema>>;

export type Template = Of<typeof templateSchema>;

export type TemplateField = Of<typeof fieldShape>;
export type SerialRule = Of<typeof serialShape>;
export type TemplateImage = Of<typeof pictureSchema>;

export type Rotation = Of<typeof rotationShape>;
export type ElementBox = z.output<z.ZodObject<ReturnType<typeof boxShape>>>;

export type TextElement = Of<typeof textSchema>;
export type TextTail = Of<typeof tailShape>;

/** Linear symbologies so rare that their encoders are handed in: see `RareCodes`. */
export type RareLinearName = Extract<LinearName, `databar${string}`>;
export type LinearElement =
  | Of<typeof uncheckedSchema>
  | Of<typeof code39Schema>
  | Of<typeof codabarSchema>;

export type QrLevel = Of<typeof qrLevelShape>;
export type QrElement = Of<typeof qrSchema>;
export type DataMatrixElement = Of<typeof dataMatrixSchema>;
/** GS1 DataBar in rows. */
export type StackedElement = Of<typeof stackedSchema>;
export type MicroQrElement = Of<typeof microQrSchema>;
export type Pdf417Element = Of<typeof pdf417Schema>;
export type AztecElement = Of<typeof aztecSchema>;
/** Two-dimensional codes so rare that their encoders are handed in: see `RareCodes`. */
export type RareMatrixElement = StackedElement | MicroQrElement | Pdf417Element | AztecElement;
export type MatrixElement = QrElement | DataMatrixElement | RareMatrixElement;

/** What is read by a scanner. */
export type CodeElement = LinearElement | MatrixElement;

export type RectElement = Of<typeof rectSchema>;
export type EllipseElement = Of<typeof ellipseSchema>;
export type LineElement = Of<typeof lineSchema>;
export type ShapeElement = RectElement | EllipseElement | LineElement;

/** A text or a code in a cell, which is its box. */
export type TableCell = Of<typeof cellSchema>;
export type TableElement = Of<typeof tableShape>;

export type Dither = (typeof DITHERS)[number];
export type Fit = (typeof FITS)[number];
export type ImageElement = Of<typeof imageSchema>;

export type TemplateElement =
  | TextElement
  | CodeElement
  | ShapeElement
  | ImageElement
  | TableElement;

export function isLinear(element: TemplateElement): element is LinearElement {
  return (LINEAR_NAMES as readonly string[]).includes(element.type);
}

export function isCode(element: TemplateElement): element is CodeElement {
  return 'content' in element && element.type !== 'text';
}

/** Field name → value of one label. */
export type LabelData = Record<string, string>;

export type Dpi = 203 | 300 | 600;

/** How a printer configuration places the label on its media. */
export type Media = {
  dpi: Dpi;
  /** Shift to the right across the print head, in mm. */
  offsetXMm?: number;
  /** Shift along the feed, in mm. */
  offsetYMm?: number;
  /** Turns the whole label. */
  rotation?: Rotation;
  /** Multiplies positions along the feed; corrects a printer that feeds short or long. */
  pitchScale?: number;
  /**
   * Whole dots every bar of a linear code is made narrower by, and every dark area of a two-dimensional one in both
   * directions, for a printer whose bars come out too wide.
   */
  barReductionDots?: number;
};
