import type { z } from 'zod';
import type {
  createAztecSchema,
  createCodabarSchema,
  createCode39Schema,
  createDataMatrixSchema,
  createMicroQrSchema,
  createPdf417Schema,
  createQrLevelShape,
  createQrSchema,
  createStackedCodeSchema,
  createLinearCodeSchema,
} from './schema/codes.ts';
import type { createElementBoxShape, createRotationShape } from './schema/box.ts';
import type { createGroupSchema } from './schema/groups.ts';
import type { createFieldShape, createSerialShape } from './schema/fields.ts';
import { LINEAR_NAMES, type LinearName } from './schema/names.ts';
import type { DITHERS, FITS } from './schema/names.ts';
import type {
  createEllipseSchema,
  createImageSchema,
  createLineSchema,
  createPictureSchema,
  createRectSchema,
} from './schema/shapes.ts';
import type { createCellSchema, createTableShape } from './schema/table.ts';
import type { createTemplateSchema } from './schema/template.ts';
import type { createTextSchema, createTextSpanShape, createTextTailShape } from './schema/text.ts';

export {
  CHECK_OPTIONAL_NAMES,
  type CheckOptionalName,
  DITHERS,
  FITS,
  LINEAR_NAMES,
  type LinearName,
  STACKED_NAMES,
} from './schema/names.ts';

/** Output type of a schema; the properties are documented in `schema/`. */
type Output<Schema extends (kit: never) => z.ZodType> = z.output<ReturnType<Schema>>;

export type Template = Output<typeof createTemplateSchema>;

export type TemplateField = Output<typeof createFieldShape>;
export type SerialRule = Output<typeof createSerialShape>;
export type TemplateGroup = Output<typeof createGroupSchema>;
export type TemplateImage = Output<typeof createPictureSchema>;

export type Rotation = Output<typeof createRotationShape>;
export type ElementBox = z.output<z.ZodObject<ReturnType<typeof createElementBoxShape>>>;

export type TextElement = Output<typeof createTextSchema>;
export type TextTail = Output<typeof createTextTailShape>;
export type TextSpan = Output<typeof createTextSpanShape>;

/** Linear symbologies whose encoders are passed in: see `RareEncoders`. */
export type RareLinearName = Extract<LinearName, `databar${string}`>;
export type LinearElement =
  | Output<typeof createLinearCodeSchema>
  | Output<typeof createCode39Schema>
  | Output<typeof createCodabarSchema>;

export type QrLevel = Output<typeof createQrLevelShape>;
export type QrElement = Output<typeof createQrSchema>;
export type DataMatrixElement = Output<typeof createDataMatrixSchema>;
/** Stacked GS1 DataBar. */
export type StackedElement = Output<typeof createStackedCodeSchema>;
export type MicroQrElement = Output<typeof createMicroQrSchema>;
export type Pdf417Element = Output<typeof createPdf417Schema>;
export type AztecElement = Output<typeof createAztecSchema>;
/** Two-dimensional codes whose encoders are passed in: see `RareEncoders`. */
export type RareMatrixElement = StackedElement | MicroQrElement | Pdf417Element | AztecElement;
export type MatrixElement = QrElement | DataMatrixElement | RareMatrixElement;

/** Elements that a scanner reads. */
export type CodeElement = LinearElement | MatrixElement;

export type RectElement = Output<typeof createRectSchema>;
export type EllipseElement = Output<typeof createEllipseSchema>;
export type LineElement = Output<typeof createLineSchema>;
export type ShapeElement = RectElement | EllipseElement | LineElement;

/** A text or a code in a cell; the cell is its box. */
export type TableCell = Output<typeof createCellSchema>;
export type TableElement = Output<typeof createTableShape>;

export type Dither = (typeof DITHERS)[number];
export type Fit = (typeof FITS)[number];
export type ImageElement = Output<typeof createImageSchema>;

export type TemplateElement =
  | TextElement
  | CodeElement
  | ShapeElement
  | ImageElement
  | TableElement;

export function isLinearCodeElement(element: TemplateElement): element is LinearElement {
  return (LINEAR_NAMES as readonly string[]).includes(element.type);
}

export function isCodeElement(element: TemplateElement): element is CodeElement {
  return 'content' in element && element.type !== 'text' && element.type !== 'image';
}

/** Field name → value of one label. */
export type LabelData = Record<string, string>;

export type Dpi = 203 | 300 | 600;

/** Placement of the label on the media of a printer configuration. */
export type Media = {
  dpi: Dpi;
  /** Shift to the right across the print head, mm. */
  offsetXMm?: number;
  /** Shift along the feed, mm. */
  offsetYMm?: number;
  /** Rotates the entire label. */
  rotation?: Rotation;
  /** Factor for positions along the feed; corrects a printer that feeds too little or too much. */
  pitchScale?: number;
  /**
   * Bar width reduction in whole dots, for a printer whose bars come out too wide. Narrows every
   * bar of a linear code, and every dark area of a two-dimensional code in both directions.
   */
  barReductionDots?: number;
  /**
   * Codes start at whole multiples of this, and so are their modules where they have the room: for a
   * picture that shows as many dots as one pixel. 1 when omitted.
   */
  codeStepDots?: number;
};
