import type { Bitmap } from '../raster/bitmap.ts';
import type { Dpi } from '../template.ts';

/** Both bounds are inclusive. */
export type Range = { readonly min: number; readonly max: number };

/**
 * Encoding of ZPL graphics. `z64`: the shorter of compressed data and hex digits. `ascii`:
 * always hex digits with run lengths, for emulations that do not support compressed data.
 */
export type ZplGraphics = 'z64' | 'ascii';

/** How the printer detects label boundaries. */
export const MEDIA_KINDS = ['gap', 'black-mark', 'continuous'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** How a finished label is presented; `printer`: the printer's own setting. */
export const FINISHINGS = ['printer', 'tear', 'peel', 'cut'] as const;
export type Finishing = (typeof FINISHINGS)[number];

/** Settings of a job, independent of the printer language. */
export type JobSettings = {
  dpi: Dpi;
  /** Size of the labels on the roll. */
  widthMm: number;
  heightMm: number;
  media: MediaKind;
  /**
   * Gap between labels or height of the black mark along the feed; ignored for continuous paper.
   */
  gapMm: number;
  finishing: Finishing;
  /** For `cut`: whether to cut after this label; default true. */
  cutNow?: boolean;
  /**
   * Vertical print start relative to the printer's default, mm; omitted or null: the printer's own
   * setting.
   */
  shiftMm?: number | null;
  /** Multiplies lengths along the feed. */
  pitchScale?: number;
  /** Clamped to the language's range. */
  darkness: number;
  /** Inches per second. */
  speed: number;
  /** Default `z64`; other languages have one encoding. */
  graphics?: ZplGraphics;
};

/**
 * Name and settings of a printer language. A range with one value means the setting is unavailable.
 */
export type LanguageFacts = {
  readonly name: string;
  readonly ranges: { readonly darkness: Range; readonly speed: Range };
  /** Defaults for a new printer: medium darkness and speed. */
  readonly defaults: {
    readonly darkness: number;
    readonly speed: number;
    readonly media: MediaKind;
    readonly gapMm: number;
    readonly finishing: Finishing;
  };
  /** Maximum print width, mm; omitted: no limit below the widest label. */
  readonly maxWidthMm?: number;
  /** Supported kinds of media; a single one means there is no setting. */
  readonly media: readonly MediaKind[];
  /** Supported finishings. */
  readonly finishing: readonly Finishing[];
  /** Maximum shift of the print start in both directions, dots; omitted when unsupported. */
  readonly maxShiftDots?: Readonly<Record<Dpi, number>>;
};

/** Maximum shift of the print start, mm rounded down to 0.01; 0 when unsupported. */
export const computeMaxPrintShiftMm = (
  { maxShiftDots: mostShiftDots }: LanguageFacts,
  dpi: Dpi,
): number =>
  mostShiftDots ? Math.floor((mostShiftDots[dpi] / (dpi === 203 ? 8 : dpi / 25.4)) * 100) / 100 : 0;

/** A printer language with its encoder. */
export type PrinterLanguage = LanguageFacts & {
  /**
   * Encodes one label as a self-contained job. It sets everything the label depends on, without
   * changing the printer's calibration.
   */
  encodeJob: (bitmap: Bitmap, settings: JobSettings) => Uint8Array;
};
