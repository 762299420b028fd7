import type { Bitmap } from '../raster/bitmap.ts';
import type { Dpi } from '../template.ts';

/** Both bounds are allowed. */
export type Range = { readonly min: number; readonly max: number };

/**
 * How ZPL graphics are written: `z64` as packed data or digits, whichever is shorter; `ascii` always as digits with run
 * lengths, for the emulations that print nothing of packed data.
 */
export type ZplGraphics = 'z64' | 'ascii';

/** How labels follow each other on the roll. */
export const MEDIA_KINDS = ['gap', 'black-mark', 'continuous'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** What becomes of a label that is out; `printer`: it is told nothing, and does as it was set up. */
export const FINISHINGS = ['printer', 'tear', 'peel', 'cut'] as const;
export type Finishing = (typeof FINISHINGS)[number];

/** How a label is to come out, whatever its printer speaks. */
export type JobSettings = {
  dpi: Dpi;
  /** The labels of the roll. */
  widthMm: number;
  heightMm: number;
  media: MediaKind;
  /** The gap between two, or the height of a black mark, along the feed; of one strip it says nothing. */
  gapMm: number;
  finishing: Finishing;
  /** Of `cut`: whether behind this label; behind each when left out. */
  cutNow?: boolean;
  /** Where a label begins, down from where the printer takes it to, mm; its own setting when left out or null. */
  shiftMm?: number | null;
  /** Multiplies lengths along the feed. */
  pitchScale?: number;
  /** What is out of the language's range comes out at its end. */
  darkness: number;
  /** Inches a second. */
  speed: number;
  /** `z64` when left out; other languages have one way. */
  graphics?: ZplGraphics;
};

/** What a language of label printers is called, and what can be set in it: nothing where a range has one value. */
export type LanguageFacts = {
  readonly name: string;
  readonly ranges: { readonly darkness: Range; readonly speed: Range };
  /** What a new printer is told: neither pale nor slow. */
  readonly usual: {
    readonly darkness: number;
    readonly speed: number;
    readonly media: MediaKind;
    readonly gapMm: number;
    readonly finishing: Finishing;
  };
  /** Nothing wider comes out of its printers, mm; as wide as any label when left out. */
  readonly widestMm?: number;
  /** What it can be told of how labels follow each other: nothing where there is one way. */
  readonly media: readonly MediaKind[];
  /** What it can be told to do with a label that is out. */
  readonly finishing: readonly Finishing[];
  /** How far it can be told to begin labels lower or higher, dots of its head; none: it cannot. */
  readonly mostShiftDots?: Readonly<Record<Dpi, number>>;
};

/** What each language can be told of where labels begin, mm in hundredths: 0 where it cannot. */
export const mostShiftMm = ({ mostShiftDots }: LanguageFacts, dpi: Dpi): number =>
  mostShiftDots ? Math.floor((mostShiftDots[dpi] / (dpi === 203 ? 8 : dpi / 25.4)) * 100) / 100 : 0;

/** A language of label printers with its encoder. */
export type PrinterLanguage = LanguageFacts & {
  /** One label as one job of its own, with everything it depends on and may set without undoing the printer's calibration. */
  getJob: (bitmap: Bitmap, settings: JobSettings) => Uint8Array;
};
