import type { Bitmap } from '../raster/bitmap.ts';
import type { Dpi } from '../template.ts';

/** Both bounds are allowed. */
export type Range = { readonly min: number; readonly max: number };

/**
 * How ZPL graphics are written: `z64` as packed data or digits, whichever is shorter; `ascii` always as digits with run
 * lengths, for the emulations that print nothing of packed data.
 */
export type ZplGraphics = 'z64' | 'ascii';

/** How a label is to come out, whatever its printer speaks. */
export type JobSettings = {
  dpi: Dpi;
  /** The labels of the roll, and the gap between them: 0 for one strip. */
  widthMm: number;
  heightMm: number;
  gapMm: number;
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
  readonly usual: { readonly darkness: number; readonly speed: number; readonly gapMm: number };
  /** Nothing wider comes out of its printers, mm; as wide as any label when left out. */
  readonly widestMm?: number;
  /** Whether it can be told that labels have gaps between them. */
  readonly gaps: boolean;
};

/** A language of label printers with its encoder. */
export type PrinterLanguage = LanguageFacts & {
  /** One label as one job of its own, with everything it depends on and may set without undoing the printer's calibration. */
  jobOf: (bitmap: Bitmap, settings: JobSettings) => Uint8Array;
};
