import type { Bitmap } from '../raster/bitmap.ts';
import { concatBytes, encodeLatin1 } from '../bytes.ts';
import { type Area, findInkAreas } from './ink-areas.ts';
import { listResetCommands } from './effects.ts';
import type { Finishing } from './language.ts';
import { TSPL_EFFECTS } from './tspl-effects.ts';
import { TSPL_FACTS } from './tspl-facts.ts';
import { checkIntegerInRange } from './integer-range.ts';

export type TsplOptions = {
  /** Label size on the roll, mm; `lengthMm` is along the feed. */
  stock: { widthMm: number; lengthMm: number };
  /** Label boundary and its length along the feed, mm. Omitted: the printer's own setting. */
  media?: { kind: 'gap' | 'black-mark'; mm: number } | { kind: 'continuous' };
  /** How the finished label is presented. Omitted: the printer's own setting. */
  finishing?: Exclude<Finishing, 'printer'>;
  /** For `cut`: whether to cut after this label. */
  cutNow?: boolean;
  /**
   * Vertical print start relative to the printer's default, dots (`SHIFT`). Omitted: its own
   * setting.
   */
  shiftDots?: number;
  /** 0–15 (`DENSITY`). */
  density?: number;
  /** Inches per second (`SPEED`). */
  speed?: number;
};

/**
 * A `BITMAP` is binary: after a truncated one, the printer takes the following bytes for dots. No
 * bitmap of ours is longer than this, so this many bytes complete any of them.
 */
export const MAX_BITMAP_BYTES = 2048;

/** Bytes that one more `BITMAP` adds to its dots: `BITMAP 100,100,10,100,0,` and the line end. */
const BITMAP_COST = 26;
const ESC = 0x1b;
const TILDE = 0x7e;
const BANG = 0x21;

const FINISHING = {
  tear: ['SET PEEL OFF', 'SET CUTTER OFF', 'SET TEAR ON'],
  peel: ['SET CUTTER OFF', 'SET TEAR OFF', 'SET PEEL ON'],
  cut: ['SET PEEL OFF', 'SET TEAR OFF', 'SET CUTTER 1'],
};
/** Neither cuts nor feeds to the tear bar: the next label follows directly. */
const WITHOUT_PRESENTATION = ['SET PEEL OFF', 'SET TEAR OFF', 'SET CUTTER OFF'];

/**
 * Encodes one label as a self-contained TSPL job with one copy. Only inked areas are sent as
 * `BITMAP`, so the job stays small without compression, which few of these printers support. Throws
 * LabelError `bad-media` for a density or speed out of range.
 */
export function bitmapToTspl(bitmap: Bitmap, options: TsplOptions): Uint8Array {
  const { density, speed, media, finishing, cutNow = true, shiftDots, stock } = options;
  checkIntegerInRange('打印浓度', density, TSPL_FACTS.ranges.darkness);
  checkIntegerInRange('速度', speed, TSPL_FACTS.ranges.speed);
  const head = [
    // Terminates a line that an interrupted sender may have left.
    '',
    `SIZE ${formatMm(stock.widthMm)},${formatMm(stock.lengthMm)}`,
    ...buildTsplMediaCommands(media),
    // Resets settings of an earlier job. OFFSET belongs to the printer's calibration, and so does
    // SHIFT unless it is set here.
    ...listResetCommands(TSPL_EFFECTS),
    ...(speed === undefined ? [] : [`SPEED ${speed}`]),
    ...(density === undefined ? [] : [`DENSITY ${density}`]),
    ...(shiftDots === undefined ? [] : [`SHIFT ${shiftDots}`]),
    ...(finishing === undefined
      ? []
      : finishing === 'cut' && !cutNow
        ? WITHOUT_PRESENTATION
        : FINISHING[finishing]),
    // Without this the printer would reprint a label that a fault interrupted.
    'SET REPRINT OFF',
    'CLS',
    '',
  ];
  const graphics = findInkAreas(bitmap, BITMAP_COST)
    .flatMap(splitAreaIntoBands)
    .flatMap((area) => splitAreaAroundCommands(bitmap, area))
    .flatMap((area) => encodeTsplBitmap(bitmap, area));
  return concatBytes([encodeLatin1(head.join('\r\n')), ...graphics, encodeLatin1('PRINT 1,1\r\n')]);
}

/** Formats a length in TSPL syntax. */
export const formatMm = (value: number): string => `${Math.round(value * 100) / 100} mm`;

/** `GAP` or `BLINE` for the kind of media. */
export function buildTsplMediaCommands(media: TsplOptions['media']): string[] {
  if (media === undefined) return [];
  if (media.kind === 'continuous') return ['GAP 0 mm,0 mm'];
  return [`${media.kind === 'gap' ? 'GAP' : 'BLINE'} ${formatMm(media.mm)},0 mm`];
}

/** Splits an area into bands of at most MAX_BITMAP_BYTES. */
function splitAreaIntoBands(area: Area): Area[] {
  const rows = Math.max(1, Math.floor(MAX_BITMAP_BYTES / (area.right - area.left)));
  const bands: Area[] = [];
  for (let { top } = area; top < area.bottom; top += rows)
    bands.push({ ...area, top, bottom: Math.min(area.bottom, top + rows) });
  return bands;
}

/** 0 prints black (TSPL programming manual, "BITMAP"). */
function toTsplDots({ data, stride }: Bitmap, { left, right, top, bottom }: Area): Uint8Array {
  const width = right - left;
  const dots = new Uint8Array(width * (bottom - top));
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1)
      dots[(y - top) * width + x - left] = ~(data[y * stride + x] ?? 0);
  return dots;
}

/**
 * Splits an area so that no two consecutive bytes are `ESC !` or `~!`. Commands with these prefixes
 * are executed on arrival anywhere in the data ("Immediate commands"), and one of them restarts the
 * printer.
 */
function splitAreaAroundCommands(bitmap: Bitmap, area: Area): Area[] {
  const dots = toTsplDots(bitmap, area);
  const width = area.right - area.left;
  const at = dots.findIndex((byte, i) => (byte === ESC || byte === TILDE) && dots[i + 1] === BANG);
  if (at < 0) return [area];
  const row = area.top + Math.floor(at / width);
  const column = area.left + (at % width);
  const below = { ...area, top: row + 1 };
  if (column + 1 === area.right)
    return [{ ...area, bottom: row + 1 }, ...splitAreaAroundCommands(bitmap, below)];
  return [
    { ...area, bottom: row },
    { ...area, top: row, bottom: row + 1, right: column + 1 },
    ...splitAreaAroundCommands(bitmap, { ...area, top: row, bottom: row + 1, left: column + 1 }),
    ...(row + 1 < area.bottom ? splitAreaAroundCommands(bitmap, below) : []),
  ].filter(({ top, bottom }) => bottom > top);
}

function encodeTsplBitmap(bitmap: Bitmap, area: Area): Uint8Array[] {
  const width = area.right - area.left;
  const head = `BITMAP ${area.left * 8},${area.top},${width},${area.bottom - area.top},0,`;
  return [encodeLatin1(head), toTsplDots(bitmap, area), encodeLatin1('\r\n')];
}
