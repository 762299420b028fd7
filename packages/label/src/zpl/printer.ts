import type { Dpi, Rotation } from '../template.ts';
import type { Encoding } from './encoding.ts';
import type { FieldData } from './field-data.ts';
import { sizedFont } from './fonts.ts';
import type { PackedGraphic } from './graphic.ts';
import type { BarSizes, CodeSpec, TextBlock, ZplContent, ZplFont, ZplSerial } from './label.ts';
import type { Command } from './lexer.ts';
import type { Place, Tell } from './notice.ts';
import type { Params } from './params.ts';

/** What a printer keeps from one label to the next, as it is after power up. Lengths in dots. */
export type Settings = {
  home: { x: number; y: number };
  /** To the left (`^LS`) and down (`^LT`). */
  shift: { left: number; down: number };
  widthDots: number | undefined;
  heightDots: number | undefined;
  /** Dots of the head across one of the label: 2 at half the resolution (`^JMB`). */
  dotSize: 1 | 2;
  isInverted: boolean;
  isMirrored: boolean;
  isReversed: boolean;
  font: ZplFont;
  rotation: Rotation;
  isRight: boolean;
  bars: BarSizes;
  encoding: Encoding;
  /** Dots of one unit of what positions and sizes are given in (`^MU`). */
  dotsPerUnit: number;
};

export function settingsAtPowerUp(dpi: Dpi): Settings {
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
    font: sizedFont('A', small, small, dpi),
    rotation: 0,
    isRight: false,
    bars: { module: 2, ratio: 3, height: 10 },
    encoding: { set: 0, table: '' },
    dotsPerUnit: 1,
  };
}

/** A field while it is being said, up to its `^FS`. */
export type Draft = {
  place: Place;
  x: number;
  y: number;
  /** Without one it stands at the label's home. */
  origin: 'corner' | 'base' | undefined;
  isFollowing: boolean;
  isRight: boolean;
  rotation: Rotation | undefined;
  font: ZplFont | undefined;
  block: TextBlock | undefined;
  /** Between characters, in dots (`^FP`). */
  spacing: number;
  code: CodeSpec | undefined;
  shape: ZplContent | undefined;
  isWhite: boolean;
  isReversed: boolean;
  hexMark: number | undefined;
  data: FieldData | undefined;
  number: number | undefined;
  serial: ZplSerial | undefined;
  /** Said already that it cannot be drawn. */
  isLost: boolean;
};

/** A label between `^XA` and `^XZ`. */
export type Format = {
  place: Place;
  drafts: Draft[];
  /** By `^FN`. */
  values: Map<number, FieldData>;
  copies: number;
  /** Stored under this name instead of printed (`^DF`). */
  storeAs: string | undefined;
  /** Whether it has called a stored format (`^XF`). */
  hasRecalled: boolean;
};

/** What a stream has stored, by name. Pictures and formats of one name are two things. */
export type Stores = {
  graphics: Map<string, PackedGraphic>;
  formats: Map<string, readonly Draft[]>;
  /** Of all pictures, unpacked. */
  bytes: number;
};

/** What the commands work on. */
export type Printer = {
  dpi: Dpi;
  /** Of the text, not of a file. */
  isTyped: boolean;
  settings: Settings;
  stores: Stores;
  /** Fields that stored formats brought so far. */
  recalled: number;
  /** No label is kept any more: they are only counted. */
  isFull: boolean;
  /** Between `^XA` and `^XZ`. */
  format: Format | undefined;
  draft: Draft | undefined;
  tell: Tell;
};

/** One command, its parameters taken apart; lengths through `dots`. */
export type Call = {
  printer: Printer;
  command: Command;
  place: Place;
  params: Params;
  /** A length in whole dots, whatever it is given in; undefined when missing or out of the range in dots. */
  dots: (index: number, least: number, most: number) => number | undefined;
  warn: (message: string) => void;
  fail: (message: string) => void;
  /** The field this command belongs to. */
  draft: () => Draft;
};

export type Handler = (call: Call) => void;

export function newDraft(place: Place, settings: Settings): Draft {
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
