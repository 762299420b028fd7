import { dotsPerMm } from './layout/place.ts';
import type { RowDots } from './raster/side-by-side.ts';
import type { Dpi, Rotation } from './template.ts';

/** A label of the roll in the printer, mm, and how the template is turned on it. */
export type Stock = { widthMm: number; heightMm: number; rotation: Rotation };

type Size = { widthMm: number; heightMm: number };

/** Sizes are stored in hundredths of a millimetre: half of one is no difference. */
const EQUAL_MM = 0.005;
/** Room at an edge that makers of labels give and take, and nobody chose a stock for. */
const NO_ROOM_MM = 0.5;

const isTurned = ({ rotation }: Stock): boolean => rotation === 90 || rotation === 270;

/** Labels side by side across a roll, mm; the gap across is not the one along the feed. */
export type Row = { columns: number; widthMm: number; columnGapMm: number };

/** From the left edge of a row's first label to the right edge of its last; what the head prints, mm. */
export const rowWidthMm = ({ columns, widthMm, columnGapMm }: Row): number =>
  columns > 1 ? columns * widthMm + (columns - 1) * columnGapMm : widthMm;

/**
 * Where the labels of a row lie, in dots; `offsetXMm` moves the row on the head, as one. Each from its own place in mm:
 * rounded gaps would add up to a column that is off.
 */
export function rowDots(row: Row & { dpi: Dpi; offsetXMm?: number }): RowDots {
  const { columns, widthMm, columnGapMm, dpi, offsetXMm = 0 } = row;
  const k = dotsPerMm(dpi);
  const shift = Math.round(offsetXMm * k);
  return {
    width: Math.max(1, Math.round(rowWidthMm(row) * k)),
    lefts: Array.from(
      { length: columns },
      (_, column) => Math.round(column * (widthMm + columnGapMm) * k) + shift,
    ),
    label: Math.round(widthMm * k),
  };
}

/** Why labels across are more than the head is wide, in Chinese; '' when they are not. */
export function rowTrouble(row: Row, widestMm: number): string {
  const widthMm = Number(rowWidthMm(row).toFixed(2));
  if (widthMm <= widestMm || row.columns <= 1) return '';
  return `一排 ${row.columns} 张连间距共 ${widthMm} mm，最宽 ${widestMm} mm`;
}

/**
 * How a template fits on one label of its stock: `larger` in one direction at least (what hangs over is not printed, or
 * comes out on the next label), `smaller` with room to spare, or the `same`.
 */
export function stockFit(template: Size, stock: Stock): 'same' | 'smaller' | 'larger' {
  const over = [
    (isTurned(stock) ? template.heightMm : template.widthMm) - stock.widthMm,
    (isTurned(stock) ? template.widthMm : template.heightMm) - stock.heightMm,
  ];
  if (over.some((mm) => mm > EQUAL_MM)) return 'larger';
  return over.some((mm) => mm < -NO_ROOM_MM) ? 'smaller' : 'same';
}

const sizeText = ({ widthMm, heightMm }: Size): string => `${widthMm} × ${heightMm}\u00A0mm`;

/** The two sizes in Chinese: the template's as it is turned on the stock, and the stock's. */
export function stockSizes(template: Size, stock: Stock): { label: string; stock: string } {
  const turned = isTurned(stock) ? `（旋转 ${stock.rotation}° 打印）` : '';
  return { label: `${sizeText(template)}${turned}`, stock: sizeText(stock) };
}

/** Why a template cannot be printed on the stock of a configuration of this name, in Chinese; '' when it can. */
export function stockTrouble(template: Size, setup: Stock & { name: string }): string {
  if (stockFit(template, setup) !== 'larger') return '';
  const { label, stock } = stockSizes(template, setup);
  return `模板是 ${label}，比配置“${setup.name}”的标签纸 ${stock} 大，印不全；换一个模板，或者换上够大的标签纸并改配置`;
}

/** Whether calibration puts labels elsewhere than they are drawn. `pitchScale` in percent. */
export const isMoved = (config: {
  offsetXMm: number;
  offsetYMm: number;
  pitchScale: number;
}): boolean => config.offsetXMm !== 0 || config.offsetYMm !== 0 || config.pitchScale !== 100;

/** The stock in dots, its length corrected as the label's is. */
export function stockDots(
  { widthMm, heightMm }: Size,
  { dpi, pitchScale = 1 }: { dpi: Dpi; pitchScale?: number },
): { widthDots: number; lengthDots: number } {
  const k = dotsPerMm(dpi);
  return {
    widthDots: Math.max(1, Math.round(widthMm * k)),
    lengthDots: Math.max(1, Math.round(heightMm * pitchScale * k)),
  };
}
