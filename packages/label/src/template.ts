/** Quarter turns, clockwise, in degrees. */
export type Rotation = 0 | 90 | 180 | 270;

/** A value the member types or imports for each label. */
export type TemplateField = {
  name: string;
  label: string;
  sample: string;
  /** Values of further sample labels, for pictures that show several. */
  moreSamples?: string[];
  /** Longest value, in Unicode characters. */
  maxLength?: number;
  /** A label without it is refused; any other field may stay blank. */
  required?: boolean;
  /** Worked out for each label, not typed: docs/fields.md. */
  formula?: string;
  /** Counted for each label, not typed: the server gives the numbers. */
  serial?: SerialRule;
};

/** How labels are numbered. */
export type SerialRule = {
  /** The first number of all, and of every day, month or year with `reset`. */
  start: number;
  /** From one number to the next. */
  step: number;
  /** Characters, filled in front with the first digit; a number that needs more is refused. 0: as many as it needs. */
  width: number;
  /** `clear` is base 36 without letters that look like digits; `custom` has its own `alphabet`. */
  digits: 'decimal' | 'hex' | 'base36' | 'clear' | 'letters' | 'custom';
  /** The digits of `custom`, the one for 0 first; each once. */
  alphabet?: string;
  /** When counting begins again, by the clock of the member's zone. */
  reset: 'never' | 'daily' | 'monthly' | 'yearly';
  /** Every copy has a number of its own, instead of that of its row. */
  perCopy: boolean;
};

/**
 * The box an element occupies on the unrotated label, in mm from its top left corner.
 * `rotation` turns the content inside the box, so at 90 and 270 a text line runs along `heightMm`.
 */
export type ElementBox = {
  id: string;
  xMm: number;
  yMm: number;
  widthMm: number;
  heightMm: number;
  rotation: Rotation;
  /** What the member calls it; what it is and holds when left out. */
  name?: string;
  /** The designer's pointer passes over it. */
  locked?: true;
  /** Kept in the template and not drawn. */
  hidden?: true;
  /** Elements of one group are chosen and moved together. */
  group?: string;
};

export type TextElement = ElementBox & {
  type: 'text';
  /** Text with `{{field}}` placeholders, in which a formula may stand as well; line breaks are kept. */
  content: string;
  /** Height of the em square, in mm. */
  sizeMm: number;
  /** What the member reads and writes sizes in; they are kept in mm all the same. mm when left out. */
  sizeUnit?: 'mm' | 'pt';
  weight: 400 | 700;
  /** Where the text stands in its box: its lines, or the block of columns of vertical text. */
  align: 'left' | 'center' | 'right';
  /**
   * Where it stands between top and bottom: the block of lines, or each column of vertical text. When left out, columns
   * and text that wraps are at the top, the rest in the middle.
   */
  verticalAlign?: 'top' | 'middle' | 'bottom';
  /** What happens when the text does not fit its box. Text that wraps shrinks as well when `minSizeMm` is given. */
  fit: 'shrink' | 'wrap' | 'clip';
  /** As far as the em square, or that of the smallest part, may shrink, in mm; 6 pt when left out. */
  minSizeMm?: number;
  letterSpacingMm?: number;
  /** Between the baselines of two lines, in ems; 1.2 when left out. */
  lineHeight?: number;
  /** `vertical-rl`: columns from right to left (CSS Writing Modes 4). */
  writingMode?: 'horizontal-tb' | 'vertical-rl';
  /** In vertical text, Latin letters and digits lie on their side (`mixed`, when left out) or stand one below the other. */
  textOrientation?: 'mixed' | 'upright';
  /** White on a black box. */
  inverse?: boolean;
  underline?: boolean;
  /** A character no font has: the label is refused, or 〓 stands in its place, with a warning. Refused when left out. */
  missingGlyph?: 'refuse' | 'gap';
  /**
   * For a price: its whole number keeps the size; the sign before it and the decimals after it are this share of it, on
   * the same baseline.
   */
  restScale?: number;
  /** Draws each character of horizontal text wider or narrower, as high as before; 1 when left out. */
  widthScale?: number;
  /** Continues the last line on its baseline, as a grade follows a name; shrinks with it. */
  tail?: TextTail;
};

export type TextTail = {
  content: string;
  sizeMm: number;
  weight: 400 | 700;
  /** Between the two, in mm. */
  gapMm: number;
};

/** Linear symbologies, as a template names them. */
export const LINEAR_NAMES = [
  'code128',
  'gs1-128',
  'ean13',
  'ean8',
  'upca',
  'upce',
  'itf14',
  'code39',
  'code93',
  'codabar',
  'databar',
  'databar-limited',
  'databar-expanded',
] as const;

export type LinearName = (typeof LINEAR_NAMES)[number];

/** Linear symbologies so rare that their encoders are handed in: see `RareCodes`. */
export type RareLinearName = Extract<LinearName, `databar${string}`>;

/** Those whose check character is a choice: the others always have one, or know none. */
export const CHECK_OPTIONAL_NAMES = ['code39', 'codabar'] as const;

export type CheckOptionalName = (typeof CHECK_OPTIONAL_NAMES)[number];

type LinearLook = ElementBox & {
  content: string;
  showText: boolean;
  /** Height of the em square of the text at the bars, in mm. */
  textSizeMm: number;
  /** Between the characters of that text, in mm. */
  textSpacingMm?: number;
  /** Where the bars with their quiet zones stand in a box wider than they are; in the middle when left out. */
  align?: 'left' | 'center' | 'right';
};

export type LinearElement =
  | (LinearLook & { type: Exclude<LinearName, CheckOptionalName> })
  | (LinearLook & {
      type: CheckOptionalName;
      /** Adds the check character behind the data, and to the text at the bars. */
      withCheck?: boolean;
    });

export type QrLevel = 'L' | 'M' | 'Q' | 'H';

export type QrElement = ElementBox & {
  type: 'qr';
  content: string;
  /** Error correction level (ISO/IEC 18004, 6.5). */
  level: QrLevel;
};

/** A frame drawn inside its box, or a filled box when `lineMm` is 0. */
export type RectElement = ElementBox & {
  type: 'rect';
  lineMm: number;
  /** Of its rounded corners; half the shorter side at most is drawn. */
  radiusMm?: number;
};

/** The ellipse that touches all sides of its box: its outline inside the box, or filled when `lineMm` is 0. */
export type EllipseElement = ElementBox & { type: 'ellipse'; lineMm: number };

/** A straight line with square ends, along the longer side of its box, in the middle of the shorter one. */
export type LineElement = ElementBox & {
  type: 'line';
  lineMm: number;
  /** Turns it about the middle of its box, clockwise, in degrees; as long as before. */
  angleDeg?: number;
};

export type DataMatrixElement = ElementBox & {
  /** With GS1, the content is application identifiers in brackets: `(01)09521234543213(10)ABC`. */
  type: 'datamatrix' | 'gs1-datamatrix';
  content: string;
  /** Square when left out. */
  shape?: 'square' | 'rectangle';
};

/** GS1 DataBar in rows, as a template names it. */
export const STACKED_NAMES = [
  'databar-stacked',
  'databar-stacked-omni',
  'databar-expanded-stacked',
] as const;

export type StackedElement = ElementBox & {
  type: (typeof STACKED_NAMES)[number];
  content: string;
  showText: boolean;
  /** Height of the em square of the text below the rows, in mm. */
  textSizeMm: number;
};

export type MicroQrElement = ElementBox & {
  type: 'microqr';
  content: string;
  /** Error correction level; the smallest symbol, M1, only detects errors and is of level L here. */
  level: Exclude<QrLevel, 'H'>;
};

export type Pdf417Element = ElementBox & {
  type: 'pdf417';
  content: string;
  /** Codewords beside each other, 1 to 30; as fits the box best when left out. */
  columns?: number;
};

export type AztecElement = ElementBox & { type: 'aztec'; content: string };

/** Two-dimensional codes so rare that their encoders are handed in: see `RareCodes`. */
export type RareMatrixElement = StackedElement | MicroQrElement | Pdf417Element | AztecElement;

export type MatrixElement = QrElement | DataMatrixElement | RareMatrixElement;

/** What is read by a scanner. */
export type CodeElement = LinearElement | MatrixElement;

export type ShapeElement = RectElement | EllipseElement | LineElement;

/** Where a cell is in its table: of its top left corner, counted from 1. */
type CellPlace = {
  row: number;
  column: number;
  rowSpan?: number;
  columnSpan?: number;
  /** Turns the content inside the cell. */
  rotation?: Rotation;
};

type Unplaced<Element extends ElementBox> = Element extends ElementBox
  ? Omit<Element, keyof ElementBox>
  : never;

/** A text or a code in a cell, which is its box. */
export type TableCell = CellPlace & Unplaced<TextElement | CodeElement>;

/** Cells between lines. A place of the grid without a cell stays empty. */
export type TableElement = ElementBox & {
  type: 'table';
  /** Widths and heights: the box's sides are cut in this proportion. */
  columnsMm: number[];
  rowsMm: number[];
  /** Around the table, inside its box, and between its cells; 0 for none. */
  lineMm: number;
  /** Between a cell's lines and what stands in it. */
  paddingMm?: number;
  cells: TableCell[];
};

/** How the greys of a picture become dots. */
export const DITHERS = ['threshold', 'floyd-steinberg', 'ordered'] as const;
export type Dither = (typeof DITHERS)[number];

/** How a picture meets its box: all of it inside, all of the box under it, or both with its sides changed. */
export const FITS = ['contain', 'cover', 'stretch'] as const;
export type Fit = (typeof FITS)[number];

export type ImageElement = ElementBox & {
  type: 'image';
  /** Id of one of the template's pictures, or of one handed in with it. */
  image: string;
  fit: Fit;
  dither: Dither;
  /** With `threshold`: the first grey, 0 black to 255 white, that stays white; 128 when left out. */
  threshold?: number;
  /** Turns black and white. */
  inverse?: boolean;
  /** Turns it about the middle of its box, clockwise, in degrees. */
  angleDeg?: number;
};

/** A picture in its template: a PNG of at most 8 bits a sample, not interlaced, as base64. */
export type TemplateImage = { id: string; png: string };

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

export type Template = {
  version: 1;
  widthMm: number;
  heightMm: number;
  fields: TemplateField[];
  elements: TemplateElement[];
  images?: TemplateImage[];
  /** Lines of the designer that are never drawn, in mm from the top left corner. */
  guides?: { xMm: number[]; yMm: number[] };
};

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
