import type { MaxiCodeMode } from '../matrix/maxicode/encode.ts';
import type { Dpi, Rotation } from '../template.ts';
import type { PackedGraphic } from './graphic.ts';
import type { Place } from './notice.ts';

export type ZplOptions = {
  /** Of the print head. */
  dpi: Dpi;
  /** The labels in the printer, for a stream that does not say (`^PW`, `^LL`), in dots. */
  widthDots: number;
  heightDots: number;
};

/** A label of a stream: what is to be drawn, in dots, with all that the printer remembered resolved. */
export type ZplLabel = {
  dpi: Dpi;
  /** Dots of the head across one of the label, whose lengths are all in the latter: 2 after `^JMB`. */
  dotSize: 1 | 2;
  widthDots: number;
  heightDots: number;
  fields: readonly ZplField[];
  /** `^POI`: turned by half. */
  isInverted: boolean;
  /** `^PMY`: mirrored left to right. */
  isMirrored: boolean;
  /** How many are printed (`^PQ`). */
  copies: number;
  /** The `^XA` it began with; lines are counted from 1. */
  line: number;
};

export type ZplField = {
  /** The first command of the field. */
  place: Place;
  x: number;
  y: number;
  /** Whether x, y is the upper left corner of the turned field (`^FO`), or where its base line begins (`^FT`). */
  origin: 'corner' | 'base';
  /** `^FT` without coordinates: x, y is where the text before ends. `placeFollowers` finds it. */
  isFollowing?: true;
  /** x is the right end instead of the left one. */
  isRight: boolean;
  rotation: Rotation;
  /** `reversed`: what is under it changes colour (`^FR`, `^LR`). */
  ink: 'black' | 'white' | 'reversed';
  content: ZplContent;
  /** `^FN`; the same number, the same value. */
  number?: number;
  /** `^SN` and `^SF`: the value of each label is further than that of the one before. */
  serial?: ZplSerial;
};

/** How a value is counted on; `mask` of ^SF. */
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
  /** Between characters, in dots. */
  spacing: number;
  block?: TextBlock;
};

/** Sizes in dots. */
export type ZplFont = {
  /** `0`, `A` … as the stream calls it. */
  name: string;
  height: number;
  width: number;
};

/** Lines of a width, and how they follow each other, in dots (`^FB`, `^TB`). */
export type TextBlock = {
  width: number;
  lines: number;
  /** Between lines, beyond the height of the font. */
  gap: number;
  align: 'left' | 'center' | 'right' | 'justified';
  /** Of the second and further lines. */
  indent: number;
  /** Whether lines that are too many are left out (`^TB`), or printed over the last one (`^FB`). */
  isCut: boolean;
};

export type CodeContent = {
  kind: 'code';
  code: CodeSpec;
  /** Field data, `^FH` undone. */
  data: Uint8Array;
  text: string;
};

/** The narrow bar and the height of bars in dots, and how wide a wide bar is against it (`^BY`). */
export type BarSizes = { module: number; ratio: number; height: number };

/** Text at the bars: none, below or above. */
export type TextPlace = 'none' | 'below' | 'above';

/** A linear code by the letters of its command. */
export type LinearSpec = BarSizes & {
  symbology: LinearSymbology;
  textPlace: TextPlace;
  /** Whether a check character is added where it is a choice. */
  hasCheck: boolean;
  /** ^BC: `N`, `U`, `A` or `D`. */
  mode: string;
  /** ^BK: start and stop letter. */
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
  | { symbology: 'qr'; module: number; /** Dots its top stands below `^FO`. */ drop: number }
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
      /** Its size is fixed: what is placed are the dots of a picture of it. */
      module: 1;
      dotsPerMm: number;
      mode: MaxiCodeMode;
      /** Which of how many symbols that belong together. */
      part: { number: number; total: number };
    }
  | {
      symbology: 'pdf417';
      module: number;
      /** Dots a row; when left out, what makes all rows together `height` dots. */
      rowHeight: number | undefined;
      height: number;
      level: number;
      columns: number;
      rows: number;
      isTruncated: boolean;
    };

export type CodeSpec = LinearSpec | MatrixSpec;

/** A frame, `line` dots thick inwards; `round` of 8 parts of half its shorter side are round. */
export type BoxContent = {
  kind: 'box';
  width: number;
  height: number;
  line: number;
  round: number;
};

/** A slanting line as wide as `line` along each row. */
export type DiagonalContent = {
  kind: 'diagonal';
  width: number;
  height: number;
  line: number;
  /** From the lower left to the upper right. */
  rises: boolean;
};

export type EllipseContent = { kind: 'ellipse'; width: number; height: number; line: number };

export type GraphicContent = {
  kind: 'graphic';
  graphic: PackedGraphic;
  /** Each dot so many dots wide and high. */
  across: number;
  down: number;
};
