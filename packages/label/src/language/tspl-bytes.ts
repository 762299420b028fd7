import type { Bitmap } from '../raster/bitmap.ts';
import { concat, latin1 } from '../bytes.ts';
import { type Area, inkAreas } from './ink-areas.ts';
import { listResets } from './effects.ts';
import type { Finishing } from './language.ts';
import { TSPL_EFFECTS } from './tspl-effects.ts';
import { TSPL_FACTS } from './tspl-facts.ts';
import { checkWhole } from './within.ts';

export type TsplOptions = {
  /** Size of a label of the roll, mm; `lengthMm` is along the feed. */
  stock: { widthMm: number; lengthMm: number };
  /** How labels follow each other on the roll: what is between two of them, mm along the feed. The printer's own setting when left out. */
  media?: { kind: 'gap' | 'black-mark'; mm: number } | { kind: 'continuous' };
  /** What becomes of a label that is out. The printer's own setting when left out. */
  finishing?: Exclude<Finishing, 'printer'>;
  /** Of `cut`: whether behind this label. */
  cutNow?: boolean;
  /** Where the label begins, dots down from where the printer takes it to (`SHIFT`); its own setting when left out. */
  shiftDots?: number;
  /** 0–15 (`DENSITY`). */
  density?: number;
  /** Inches a second (`SPEED`). */
  speed?: number;
};

/**
 * A `BITMAP` is binary: one cut short takes what comes next for its dots. None of ours is longer, so that many bytes end
 * any of them.
 */
export const MAX_BITMAP_BYTES = 2048;

/** What one more `BITMAP` costs: `BITMAP 100,100,10,100,0,` and the line's end. */
const BITMAP_COST = 26;
const ESC = 0x1b;
const TILDE = 0x7e;
const BANG = 0x21;

const FINISHING = {
  tear: ['SET PEEL OFF', 'SET CUTTER OFF', 'SET TEAR ON'],
  peel: ['SET CUTTER OFF', 'SET TEAR OFF', 'SET PEEL ON'],
  cut: ['SET PEEL OFF', 'SET TEAR OFF', 'SET CUTTER 1'],
};
/** Neither cut nor fed out to be torn off: the next label follows it. */
const KEPT_IN = ['SET PEEL OFF', 'SET TEAR OFF', 'SET CUTTER OFF'];

/**
 * One label as one self-contained TSPL job of one copy. Only where there is ink is there a `BITMAP`, so the job stays
 * small without compression, which few of these printers know.
 * Throws LabelError `bad-media` for a density or speed out of range.
 */
export function bitmapToTspl(bitmap: Bitmap, options: TsplOptions): Uint8Array {
  const { density, speed, media, finishing, cutNow = true, shiftDots, stock } = options;
  checkWhole('浓度', density, TSPL_FACTS.ranges.darkness);
  checkWhole('速度', speed, TSPL_FACTS.ranges.speed);
  const head = [
    // Ends what an interrupted sender may have left of a line.
    '',
    `SIZE ${mm(stock.widthMm)},${mm(stock.lengthMm)}`,
    ...mediaLines(media),
    // What an earlier job may have left behind is set back; OFFSET is the printer's calibration, as SHIFT is until it is told.
    ...listResets(TSPL_EFFECTS),
    ...(speed === undefined ? [] : [`SPEED ${speed}`]),
    ...(density === undefined ? [] : [`DENSITY ${density}`]),
    ...(shiftDots === undefined ? [] : [`SHIFT ${shiftDots}`]),
    ...(finishing === undefined
      ? []
      : finishing === 'cut' && !cutNow
        ? KEPT_IN
        : FINISHING[finishing]),
    // A label that a fault interrupted would come out a second time by itself.
    'SET REPRINT OFF',
    'CLS',
    '',
  ];
  const graphics = inkAreas(bitmap, BITMAP_COST)
    .flatMap(inLength)
    .flatMap((area) => withoutCommands(bitmap, area))
    .flatMap((area) => graphic(bitmap, area));
  return concat([latin1(head.join('\r\n')), ...graphics, latin1('PRINT 1,1\r\n')]);
}

/** A length as the language has it. */
export const mm = (value: number): string => `${Math.round(value * 100) / 100} mm`;

/** How labels follow each other: `GAP` or `BLINE`. */
export function mediaLines(media: TsplOptions['media']): string[] {
  if (media === undefined) return [];
  if (media.kind === 'continuous') return ['GAP 0 mm,0 mm'];
  return [`${media.kind === 'gap' ? 'GAP' : 'BLINE'} ${mm(media.mm)},0 mm`];
}

/** Cut into bands of at most MAX_BITMAP_BYTES. */
function inLength(area: Area): Area[] {
  const rows = Math.max(1, Math.floor(MAX_BITMAP_BYTES / (area.right - area.left)));
  const bands: Area[] = [];
  for (let { top } = area; top < area.bottom; top += rows)
    bands.push({ ...area, top, bottom: Math.min(area.bottom, top + rows) });
  return bands;
}

/** 0 prints black (TSPL programming manual, "BITMAP"). */
function listDots({ data, stride }: Bitmap, { left, right, top, bottom }: Area): Uint8Array {
  const width = right - left;
  const dots = new Uint8Array(width * (bottom - top));
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1)
      dots[(y - top) * width + x - left] = ~(data[y * stride + x] ?? 0);
  return dots;
}

/**
 * Cut so that no two neighbouring bytes read `ESC !` or `~!`: commands that begin so are carried out the moment they
 * arrive, wherever they stand ("Immediate commands"), and one of them switches the printer off and on.
 */
function withoutCommands(bitmap: Bitmap, area: Area): Area[] {
  const dots = listDots(bitmap, area);
  const width = area.right - area.left;
  const at = dots.findIndex((byte, i) => (byte === ESC || byte === TILDE) && dots[i + 1] === BANG);
  if (at < 0) return [area];
  const row = area.top + Math.floor(at / width);
  const column = area.left + (at % width);
  const below = { ...area, top: row + 1 };
  if (column + 1 === area.right)
    return [{ ...area, bottom: row + 1 }, ...withoutCommands(bitmap, below)];
  return [
    { ...area, bottom: row },
    { ...area, top: row, bottom: row + 1, right: column + 1 },
    ...withoutCommands(bitmap, { ...area, top: row, bottom: row + 1, left: column + 1 }),
    ...(row + 1 < area.bottom ? withoutCommands(bitmap, below) : []),
  ].filter(({ top, bottom }) => bottom > top);
}

function graphic(bitmap: Bitmap, area: Area): Uint8Array[] {
  const width = area.right - area.left;
  const head = `BITMAP ${area.left * 8},${area.top},${width},${area.bottom - area.top},0,`;
  return [latin1(head), listDots(bitmap, area), latin1('\r\n')];
}
