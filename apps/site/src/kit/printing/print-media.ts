import type { CallOutput } from '@yunbiao/contract';
import type { Dpi, Media } from '@yunbiao/label';

type Config = CallOutput<'printConfigList'>['list'][number];

/** Media settings of a printer configuration, as the agent also uses them. */
export const getConfigMedia = (config: Config): Media => ({
  dpi: config.dpi,
  // A row of labels moves as one, so that no label is cut at its own edge.
  offsetXMm: config.columns > 1 ? 0 : config.offsetXMm,
  offsetYMm: config.offsetYMm,
  rotation: config.rotation,
  pitchScale: config.pitchScale / 100,
  barReductionDots: config.barReduction,
});

/** Dots per mm as in the engine, available before the engine is loaded. */
export const getDotsPerMm = (dpi: Dpi): number => (dpi === 203 ? 8 : dpi / 25.4);

export const formatLabelSize = (size: { widthMm: number; heightMm: number }): string =>
  `${size.widthMm} × ${size.heightMm}\u00A0mm`;

/** Formats label size and number of columns. */
export const formatStock = (stock: {
  widthMm: number;
  heightMm: number;
  columns: number;
}): string =>
  stock.columns > 1
    ? `${formatLabelSize(stock)} ×\u00A0${stock.columns}\u00A0列`
    : formatLabelSize(stock);

/** Formats the number of rows on a roll with several columns; '' for a single column. */
export const formatRollRowCount = (labels: number, columns: number): string => {
  if (columns <= 1 || labels === 0) return '';
  const rows = Math.ceil(labels / columns);
  const unusedPlaces = rows * columns - labels;
  const [count, blank] = [rows, unusedPlaces].map((n) => n.toLocaleString('zh-CN'));
  return `一排 ${columns} 张，打印 ${count} 排${unusedPlaces > 0 ? `，最后一排空 ${blank} 格` : ''}`;
};
