import { getDotsPerMm } from './layout/place.ts';
import type { RowDots } from './raster/side-by-side.ts';
import type { Dpi, Rotation } from './template.ts';

/** Label stock in the printer, mm, and the rotation of the template on it. */
export type Stock = { widthMm: number; heightMm: number; rotation: Rotation };

type Size = { widthMm: number; heightMm: number };

/** Sizes are stored in hundredths of a millimetre; half of that is not a difference. */
const TOLERANCE_MM = 0.005;
/** Manufacturing tolerance of label stock, mm; a smaller margin does not count as spare room. */
const STOCK_TOLERANCE_MM = 0.5;

const isStockTurnedSideways = ({ rotation }: Stock): boolean => rotation === 90 || rotation === 270;

/** Labels side by side across a roll, mm; the gap across may differ from the one along the feed. */
export type Row = { columns: number; widthMm: number; columnGapMm: number };

/**
 * Printed width of a row, mm: from the left edge of the first label to the right edge of the last.
 */
export const computeRowWidthMm = ({ columns, widthMm, columnGapMm }: Row): number =>
  columns > 1 ? columns * widthMm + (columns - 1) * columnGapMm : widthMm;

/**
 * Positions of the labels of a row, in dots; `offsetXMm` shifts the entire row. Each position is
 * rounded from its own value in mm, since rounded gaps would accumulate errors.
 */
export function computeLabelRowDots(row: Row & { dpi: Dpi; offsetXMm?: number }): RowDots {
  const { columns, widthMm, columnGapMm, dpi, offsetXMm = 0 } = row;
  const k = getDotsPerMm(dpi);
  const shift = Math.round(offsetXMm * k);
  return {
    width: Math.max(1, Math.round(computeRowWidthMm(row) * k)),
    lefts: Array.from(
      { length: columns },
      (_, column) => Math.round(column * (widthMm + columnGapMm) * k) + shift,
    ),
    label: Math.round(widthMm * k),
  };
}

/** Chinese reason why the labels of a row exceed the print width; '' if they fit. */
export function describeRowTooWide(row: Row, widestMm: number): string {
  const widthMm = Number(computeRowWidthMm(row).toFixed(2));
  if (widthMm <= widestMm || row.columns <= 1) return '';
  return `一排 ${row.columns} 张连间距共 ${widthMm} mm，最宽 ${widestMm} mm`;
}

/**
 * Fit of a template on its stock: `larger` in at least one direction (overhang is lost or prints on
 * the next label), `smaller` with spare room, or the `same`.
 */
export function compareTemplateToStock(
  template: Size,
  stock: Stock,
): 'same' | 'smaller' | 'larger' {
  const over = [
    (isStockTurnedSideways(stock) ? template.heightMm : template.widthMm) - stock.widthMm,
    (isStockTurnedSideways(stock) ? template.widthMm : template.heightMm) - stock.heightMm,
  ];
  if (over.some((mm) => mm > TOLERANCE_MM)) return 'larger';
  return over.some((mm) => mm < -STOCK_TOLERANCE_MM) ? 'smaller' : 'same';
}

const formatSizeInMm = ({ widthMm, heightMm }: Size): string => `${widthMm} × ${heightMm}\u00A0mm`;

/** The two sizes in Chinese: the template's with its rotation, and the stock's. */
export function describeStockSizes(template: Size, stock: Stock): { label: string; stock: string } {
  const rotationNote = isStockTurnedSideways(stock) ? `（旋转 ${stock.rotation}° 打印）` : '';
  return { label: `${formatSizeInMm(template)}${rotationNote}`, stock: formatSizeInMm(stock) };
}

/**
 * Chinese reason why a template cannot be printed on the stock of a named configuration; '' if it
 * can.
 */
export function describeStockFault(template: Size, setup: Stock & { name: string }): string {
  if (compareTemplateToStock(template, setup) !== 'larger') return '';
  const { label, stock } = describeStockSizes(template, setup);
  return `模板是 ${label}，比配置“${setup.name}”的标签纸 ${stock} 大，打印不全；换一个模板，或者换上够大的标签纸并改配置`;
}

/** Whether calibration moves the printed content. `pitchScale` is in percent. */
export const hasCalibrationCorrection = (config: {
  offsetXMm: number;
  offsetYMm: number;
  pitchScale: number;
}): boolean => config.offsetXMm !== 0 || config.offsetYMm !== 0 || config.pitchScale !== 100;

/** Stock size in dots, with the same length correction as the label. */
export function computeStockDots(
  { widthMm, heightMm }: Size,
  { dpi, pitchScale = 1 }: { dpi: Dpi; pitchScale?: number },
): { widthDots: number; lengthDots: number } {
  const k = getDotsPerMm(dpi);
  return {
    widthDots: Math.max(1, Math.round(widthMm * k)),
    lengthDots: Math.max(1, Math.round(heightMm * pitchScale * k)),
  };
}
