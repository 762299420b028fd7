import { concat, latin1 } from '../bytes.ts';
import { listResets } from './effects.ts';
import { ESCPOS_EFFECTS } from './escpos-effects.ts';
import { type Bitmap, createBitmap } from '../raster/bitmap.ts';
import { isRealTime, type Line, safeLines } from './real-time.ts';

export type EscposOptions = {
  /** Size of the label, dots; that of the bitmap when left out. */
  lengthDots?: number;
  /** `label`: the printer is set up for labels and looks for the next one; else the paper is one strip. */
  media?: 'label' | 'strip';
  /** What becomes of a label that is out; left where it is when left out. */
  finishing?: 'tear' | 'peel' | 'cut';
};

/**
 * A raster image is binary: one cut short takes what comes next for its dots. None of ours is longer, so that many bytes
 * end any of them.
 */
export const MAX_BAND_BYTES = 2048;
/**
 * There are printers that read one byte of the number of rows only, and others that wait for one row too many where it is
 * a multiple of 48.
 */
const MAX_BAND_ROWS = 47;

const ESC = 0x1b;
const GS = 0x1d;
const FS = 0x1c;
const FF = 0x0c;
/** Clears what an interrupted sender left in the print buffer, and every setting of an earlier job (`ESC @`). */
const INITIALIZE = latin1(listResets(ESCPOS_EFFECTS).join(''));
const FINISHING = {
  /** `ESC d`: 4 lines of a sixth of an inch, from the head to where paper is torn off. */
  tear: [ESC, 0x64, 4],
  /** `FS ( L`, function 65: to where a label is peeled. */
  peel: [FS, 0x28, 0x4c, 2, 0, 65, 48],
  /** `GS V 66`: to the cutter, and cut but for one point. */
  cut: [GS, 0x56, 66, 0],
};

/** `GS L`: where lines begin, dots from the left edge. */
const margin = (dots: number): number[] => [GS, 0x4c, dots, 0];

/** `GS v 0`: rows of dots, 1 prints black. */
const image = (lines: readonly Line[]): Uint8Array => {
  const width = lines[0]?.bytes.length ?? 0;
  const head = [GS, 0x76, 0x30, 0, width & 0xff, width >> 8, lines.length, 0];
  return concat([Uint8Array.from(head), ...lines.map(({ bytes }) => bytes)]);
};

/** Rows that can be sent as one image: they begin at the same dot, and where they meet no command begins. */
function listBands(lines: readonly Line[]): Line[][] {
  const bands: Line[][] = [];
  for (const line of lines) {
    const band = bands.at(-1);
    const above = band?.at(-1);
    const most = Math.min(MAX_BAND_ROWS, Math.floor(MAX_BAND_BYTES / line.bytes.length));
    const fits =
      band &&
      above?.shift === line.shift &&
      band.length < most &&
      !isRealTime(above.bytes.at(-1), line.bytes[0]);
    if (fits) band.push(line);
    else bands.push([line]);
  }
  return bands;
}

/** A bitmap with as many rows as the label has. */
function withRows(bitmap: Bitmap, rows: number): Bitmap {
  if (rows === bitmap.height) return bitmap;
  const longer = createBitmap(bitmap.width, rows);
  longer.data.set(bitmap.data.subarray(0, longer.data.length));
  return longer;
}

/**
 * One label as one self-contained ESC/POS job: raster images in standard mode, each with a few rows.
 * Throws LabelError `bad-media` for dots that no printer takes for dots.
 */
export function bitmapToEscpos(bitmap: Bitmap, options: EscposOptions = {}): Uint8Array {
  const { lengthDots = bitmap.height, media = 'strip', finishing } = options;
  const lines = safeLines(withRows(bitmap, lengthDots));
  // A row shifted to the right needs as much room in front.
  const begin = lines.reduce((most, { shift }) => Math.max(most, shift), 0);
  const parts: Uint8Array[] = [INITIALIZE];
  let set = 0;
  for (const band of listBands(lines)) {
    const wanted = begin - (band[0]?.shift ?? 0);
    if (wanted !== set) parts.push(Uint8Array.from(margin(wanted)));
    set = wanted;
    parts.push(image(band));
  }
  const end = [...(media === 'label' ? [FF] : []), ...(finishing ? FINISHING[finishing] : [])];
  return concat([...parts, Uint8Array.from(end)]);
}
