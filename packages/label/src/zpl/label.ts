import type { MaxiCodeMode } from '../matrix/maxicode/encode.ts';
import type { Dpi, Rotation } from '../template.ts';
import type { PackedGraphic } from './graphic.ts';
import type { Place } from './notice.ts';

export type ZplOptions = {
  /** Resolution of the print head. */
  dpi: Dpi;
  /** Label size in the printer, dots; used when the stream does not set it (`^PW`, `^LL`). */
  widthDots: number;
  heightDots: number;
};

/** A label in dots, with all printer settings resolved. */
export type ZplLabel = {
  dpi: Dpi;
  /** Head dots per label dot; 2 after `^JMB`. All lengths are in label dots. */
  dotSize: 1 | 2;
  widthDots: number;
  heightDots: number;
  fields: readonly ZplField[];
  /** `^POI`: rotated by 180°. */
  isInverted: boolean;
  /** `^PMY`: mirrored left to right. */
  isMirrored: boolean;
  /** Number of copies (`^PQ`). */
  copies: number;
  /** Line of its `^XA`, counted from 1. */
  line: number;
};

export type ZplField = {
  /** First command of the field. */
  place: Place;
  x: number;
  y: number;
  /**
   * Whether x, y is the upper left corner of the rotated field (`^FO`) or the start of its baseline
   * (`^FT`).
   */
  origin: 'corner' | 'base';
  /** `^FT` without coordinates: placed after the preceding text by `placeFollowingTexts`. */
  isFollowing?: true;
  /** x is the right end instead of the left one. */
  isRight: boolean;
  rotation: Rotation;
  /** `reversed`: inverts the dots below (`^FR`, `^LR`). */
  ink: 'black' | 'white' | 'reversed';
  content: ZplContent;
  /** `^FN`: fields with the same number share one value. */
  number?: number;
  /** `^SN` and `^SF`: the value changes with each label. */
  serial?: ZplSerial;
};

/** Increment of a serial number, and whether leading zeros are kept. */
export type ZplSerial = { step: number; isFilled: boolean };

export type ZplContent =
  | TextContent
  | CodeContent
  | BoxContent
  | DiagonalContent
  | EllipseContent
  | GraphicContent;

export type TextContent = {
  kind: 'text';
  text: string;
  font: ZplFont;
  /** Additional space between characters, dots. */
  spacing: number;
  block?: TextBlock;
};

/** Sizes in dots. */
export type ZplFont = {
  /** Name in the stream: `0`, `A` … */
  name: string;
  height: number;
  width: number;
};

/** Text block (`^FB`, `^TB`), in dots. */
export type TextBlock = {
  width: number;
  lines: number;
  /** Additional space between lines. */
  gap: number;
  align: 'left' | 'center' | 'right' | 'justified';
  /** Indent of the second and following lines. */
  indent: number;
  /** Whether excess lines are dropped (`^TB`) or printed over the last one (`^FB`). */
  isCut: boolean;
};

export type CodeContent = {
  kind: 'code';
  code: CodeSpec;
  /** Field data with `^FH` decoded. */
  data: Uint8Array;
  text: string;
};

/** Width of the narrow bar and bar height in dots, and ratio of wide to narrow bars (`^BY`). */
export type BarSizes = { module: number; ratio: number; height: number };

/** Position of the human readable text. */
export type TextPlace = 'none' | 'below' | 'above';

/** A linear code with the parameters of its command. */
export type LinearSpec = BarSizes & {
  symbology: LinearSymbology;
  textPlace: TextPlace;
  /** Whether to add an optional check character. */
  hasCheck: boolean;
  /** ^BC: `N`, `U`, `A` or `D`. */
  mode: string;
  /** ^BK: start and stop characters. */
  ends: [string, string];
};

export type LinearSymbology =
  | 'code128'
  | 'code39'
  | 'code93'
  | 'itf'
  | 'ean13'
  | 'ean8'
  | 'upca'
  | 'upce'
  | 'addon'
  | 'codabar';

export type MatrixSpec =
  | {
      symbology: 'qr';
      module: number;
      /** Distance of its top below `^FO`, dots. */ topOffsetDots: number;
    }
  | {
      symbology: 'datamatrix';
      module: number;
      columns: number;
      rows: number;
      isRectangle: boolean;
      escape: string;
    }
  | { symbology: 'aztec'; module: number; sizeCode: number }
  | {
      symbology: 'maxicode';
      /** The size is fixed; the module is one dot of the drawn symbol. */
      module: 1;
      dotsPerMm: number;
      mode: MaxiCodeMode;
      /** Number and total of a structured append. */
      part: { number: number; total: number };
    }
  | {
      symbology: 'pdf417';
      module: number;
      /** Row height, dots; when omitted, all rows together are `height` dots. */
      rowHeight: number | undefined;
      height: number;
      level: number;
      columns: number;
      rows: number;
      isTruncated: boolean;
    };

export type CodeSpec = LinearSpec | MatrixSpec;

/**
 * A frame with a line of `line` dots growing inwards; corner radius in eighths of half the shorter
 * side.
 */
export type BoxContent = {
  kind: 'box';
  width: number;
  height: number;
  line: number;
  round: number;
};

/** A diagonal line, `line` dots wide along each row. */
export type DiagonalContent = {
  kind: 'diagonal';
  width: number;
  height: number;
  line: number;
  /** From lower left to upper right. */
  rises: boolean;
};

export type EllipseContent = { kind: 'ellipse'; width: number; height: number; line: number };

export type GraphicContent = {
  kind: 'graphic';
  graphic: PackedGraphic;
  /** Magnification of each dot. */
  across: number;
  down: number;
};
