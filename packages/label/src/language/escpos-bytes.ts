import { concatBytes, encodeLatin1 } from '../bytes.ts';
import { listResetCommands } from './effects.ts';
import { ESCPOS_EFFECTS } from './escpos-effects.ts';
import { type Bitmap, createBitmap } from '../raster/bitmap.ts';
import { isRealTimeCommandStart, type Line, shiftRowsAroundCommands } from './real-time.ts';

export type EscposOptions = {
  /** Length of the label, dots; default: the height of the bitmap. */
  lengthDots?: number;
  /**
   * `label`: the printer is set up for labels and feeds to the next one. `strip`: continuous paper.
   */
  media?: 'label' | 'strip';
  /** How to present the finished label; when omitted, the paper stays where it is. */
  finishing?: 'tear' | 'peel' | 'cut';
};

/**
 * A raster image is binary: after a truncated one, the printer takes the following bytes for dots.
 * No image of ours is longer than this, so this many bytes complete any of them.
 */
export const MAX_BAND_BYTES = 2048;
/**
 * Some printers read only one byte of the row count; others wait for one extra row when the count
 * is a multiple of 48.
 */
const MAX_BAND_ROWS = 47;

const ESC = 0x1b;
const GS = 0x1d;
const FS = 0x1c;
const FF = 0x0c;
/**
 * `ESC @`: clears what an interrupted sender left in the print buffer, and every setting of an
 * earlier job.
 */
const INITIALIZE = encodeLatin1(listResetCommands(ESCPOS_EFFECTS).join(''));
const FINISHING = {
  /** `ESC d`: feeds 4 lines of 1/6 inch, the distance from the head to the tear bar. */
  tear: [ESC, 0x64, 4],
  /** `FS ( L`, function 65: feeds to the peel position. */
  peel: [FS, 0x28, 0x4c, 2, 0, 65, 48],
  /** `GS V 66`: feeds to the cutter and makes a partial cut. */
  cut: [GS, 0x56, 66, 0],
};

/** `GS L`: left margin, dots. */
const encodeLeftMargin = (dots: number): number[] => [GS, 0x4c, dots, 0];

/** `GS v 0`: rows of dots, 1 prints black. */
const encodeRasterImage = (lines: readonly Line[]): Uint8Array => {
  const width = lines[0]?.bytes.length ?? 0;
  const head = [GS, 0x76, 0x30, 0, width & 0xff, width >> 8, lines.length, 0];
  return concatBytes([Uint8Array.from(head), ...lines.map(({ bytes }) => bytes)]);
};

/**
 * Groups rows into images: rows of an image start at the same dot, and no real-time command begins
 * where two rows meet.
 */
function groupRowsIntoBands(lines: readonly Line[]): Line[][] {
  const bands: Line[][] = [];
  for (const line of lines) {
    const band = bands.at(-1);
    const above = band?.at(-1);
    const max = Math.min(MAX_BAND_ROWS, Math.floor(MAX_BAND_BYTES / line.bytes.length));
    const fits =
      band &&
      above?.shift === line.shift &&
      band.length < max &&
      !isRealTimeCommandStart(above.bytes.at(-1), line.bytes[0]);
    if (fits) band.push(line);
    else bands.push([line]);
  }
  return bands;
}

/** Crops or extends a bitmap to the label's rows. */
function cropOrExtendBitmap(bitmap: Bitmap, rows: number): Bitmap {
  if (rows === bitmap.height) return bitmap;
  const longer = createBitmap(bitmap.width, rows);
  longer.data.set(bitmap.data.subarray(0, longer.data.length));
  return longer;
}

/**
 * Encodes one label as a self-contained ESC/POS job: raster images in standard mode, a few rows
 * each. Throws LabelError `bad-media` for a row whose dots always contain a real-time command.
 */
export function bitmapToEscpos(bitmap: Bitmap, options: EscposOptions = {}): Uint8Array {
  const { lengthDots = bitmap.height, media = 'strip', finishing } = options;
  const lines = shiftRowsAroundCommands(cropOrExtendBitmap(bitmap, lengthDots));
  // A row shifted to the right needs the same room on the left.
  const begin = lines.reduce((max, { shift }) => Math.max(max, shift), 0);
  const parts: Uint8Array[] = [INITIALIZE];
  let set = 0;
  for (const band of groupRowsIntoBands(lines)) {
    const wantedMargin = begin - (band[0]?.shift ?? 0);
    if (wantedMargin !== set) parts.push(Uint8Array.from(encodeLeftMargin(wantedMargin)));
    set = wantedMargin;
    parts.push(encodeRasterImage(band));
  }
  const end = [...(media === 'label' ? [FF] : []), ...(finishing ? FINISHING[finishing] : [])];
  return concatBytes([...parts, Uint8Array.from(end)]);
}
