import type { Dpi, Rotation } from '../template.ts';
import type { Encoding } from './encoding.ts';
import type { FieldData } from './field-data.ts';
import { resolveFontSize } from './fonts.ts';
import type { PackedGraphic } from './graphic.ts';
import type { BarSizes, CodeSpec, TextBlock, ZplContent, ZplFont, ZplSerial } from './label.ts';
import type { Command } from './lexer.ts';
import type { Place, ReportNotice } from './notice.ts';
import type { Params } from './params.ts';

/** Settings a printer keeps between labels, with power-up defaults. Lengths in dots. */
export type Settings = {
  home: { x: number; y: number };
  /** To the left (`^LS`) and down (`^LT`). */
  shift: { left: number; down: number };
  widthDots: number | undefined;
  heightDots: number | undefined;
  /** Head dots per label dot: 2 at half resolution (`^JMB`). */
  dotSize: 1 | 2;
  isInverted: boolean;
  isMirrored: boolean;
  isReversed: boolean;
  font: ZplFont;
  rotation: Rotation;
  isRight: boolean;
  bars: BarSizes;
  encoding: Encoding;
  /** Dots per unit of positions and sizes (`^MU`). */
  dotsPerUnit: number;
};

export function createPowerUpSettings(dpi: Dpi): Settings {
  const small = { name: 'A', height: 9, width: 5 };
  return {
    home: { x: 0, y: 0 },
    shift: { left: 0, down: 0 },
    widthDots: undefined,
    heightDots: undefined,
    dotSize: 1,
    isInverted: false,
    isMirrored: false,
    isReversed: false,
    font: resolveFontSize('A', small, small, dpi),
    rotation: 0,
    isRight: false,
    bars: { module: 2, ratio: 3, height: 10 },
    encoding: { set: 0, table: '' },
    dotsPerUnit: 1,
  };
}

/** An open field, up to its `^FS`. */
export type Draft = {
  place: Place;
  x: number;
  y: number;
  /** Undefined: placed at the label home. */
  origin: 'corner' | 'base' | undefined;
  isFollowing: boolean;
  isRight: boolean;
  rotation: Rotation | undefined;
  font: ZplFont | undefined;
  block: TextBlock | undefined;
  /** Additional space between characters, dots (`^FP`). */
  spacing: number;
  code: CodeSpec | undefined;
  shape: ZplContent | undefined;
  isWhite: boolean;
  isReversed: boolean;
  hexMark: number | undefined;
  data: FieldData | undefined;
  number: number | undefined;
  serial: ZplSerial | undefined;
  /** Cannot be drawn; already reported. */
  isLost: boolean;
};

/** A label between `^XA` and `^XZ`. */
export type Format = {
  place: Place;
  drafts: Draft[];
  /** Values by `^FN` number. */
  values: Map<number, FieldData>;
  copies: number;
  /** Stored under this name instead of printed (`^DF`). */
  storeAs: string | undefined;
  /** Whether it has recalled a stored format (`^XF`). */
  hasRecalled: boolean;
};

/** Objects stored by the stream, by name. Pictures and formats have separate names. */
export type Stores = {
  graphics: Map<string, PackedGraphic>;
  formats: Map<string, readonly Draft[]>;
  /** Unpacked bytes of all pictures. */
  bytes: number;
};

/** State that commands operate on. */
export type Printer = {
  dpi: Dpi;
  /** The source is the text of an editor, not a file. */
  isEditorText: boolean;
  settings: Settings;
  stores: Stores;
  /** Number of fields inserted from stored formats. */
  recalledFieldCount: number;
  /** The limit is reached: further labels are only counted. */
  isFull: boolean;
  /** The format being read; undefined outside `^XA`…`^XZ`. */
  format: Format | undefined;
  draft: Draft | undefined;
  report: ReportNotice;
};

/** A command with parsed parameters; read lengths with `readDots`. */
export type Call = {
  printer: Printer;
  command: Command;
  place: Place;
  params: Params;
  /**
   * A length in whole dots, converted from the stream's unit; undefined when missing or out of the
   * range in dots.
   */
  readDots: (index: number, min: number, max: number) => number | undefined;
  warn: (message: string) => void;
  fail: (message: string) => void;
  /** The field this command belongs to. */
  getDraft: () => Draft;
};

export type Handler = (call: Call) => void;

export function createZplFieldDraft(place: Place, settings: Settings): Draft {
  return {
    place,
    x: 0,
    y: 0,
    origin: undefined,
    isFollowing: false,
    isRight: settings.isRight,
    rotation: undefined,
    font: undefined,
    block: undefined,
    spacing: 0,
    code: undefined,
    shape: undefined,
    isWhite: false,
    isReversed: false,
    hexMark: undefined,
    data: undefined,
    number: undefined,
    serial: undefined,
    isLost: false,
  };
}
