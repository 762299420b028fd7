import type { CallOutput } from '@yunbiao/contract';
import type { Dpi, Media } from '@yunbiao/label';

type Config = CallOutput<'printConfigList'>['list'][number];

/** How a printer configuration places the label: what the agent draws with, too. */
export const getMedia = (config: Config): Media => ({
  dpi: config.dpi,
  // A row is moved on the head as one: no label of it is cut at its own edge.
  offsetXMm: config.columns > 1 ? 0 : config.offsetXMm,
  offsetYMm: config.offsetYMm,
  rotation: config.rotation,
  pitchScale: config.pitchScale / 100,
  barReductionDots: config.barReduction,
});

/** Dots per mm, as the engine counts them, known before the engine has come. */
export const getDotsPerMm = (dpi: Dpi): number => (dpi === 203 ? 8 : dpi / 25.4);

export const sizeText = (size: { widthMm: number; heightMm: number }): string =>
  `${size.widthMm} × ${size.heightMm}\u00A0mm`;

/** The labels of a roll: their size, and how many there are across. */
export const stockText = (stock: { widthMm: number; heightMm: number; columns: number }): string =>
  stock.columns > 1 ? `${sizeText(stock)} ×\u00A0${stock.columns}\u00A0列` : sizeText(stock);

/** What labels come to on a roll with several across; '' where a label is a row. */
export const rowsText = (labels: number, columns: number): string => {
  if (columns <= 1 || labels === 0) return '';
  const rows = Math.ceil(labels / columns);
  const left = rows * columns - labels;
  const [count, blank] = [rows, left].map((n) => n.toLocaleString('zh-CN'));
  return `一排 ${columns} 张，印 ${count} 排${left > 0 ? `，最后一排空 ${blank} 格` : ''}`;
};
