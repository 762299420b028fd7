import type { CallOutput } from '@yunbiao/contract';
import { formatCount } from '@yunbiao/ui/format.ts';

type Detail = CallOutput<'detailList'>['list'][number];

/** Ranges listed before the rest is omitted: the labels are listed below anyway. */
const MAX_RUNS = 4;

/** Merges consecutive numbers into ranges: 3 4 5 9 → [3, 5] [9, 9]. */
const listNumberRanges = (numbers: readonly number[]): [from: number, to: number][] => {
  const runs: [number, number][] = [];
  for (const position of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && position <= last[1] + 1) last[1] = position;
    else runs.push([position, position]);
  }
  return runs;
};

type Ranges = ReturnType<typeof listNumberRanges>;

const formatRanges = (ranges: Ranges, formatNumber: (value: number) => string): string => {
  const rangeTexts = ranges
    .slice(0, MAX_RUNS)
    .map((range) => [...new Set(range)].map(formatNumber).join('–'));
  return `${rangeTexts.join('、')}${ranges.length > MAX_RUNS ? ' 等' : ''}`;
};

/** 第 17–18、40 张: positions of labels in their batch, which are the positions on the roll. */
export const formatLabelPlaces = (
  labels: readonly Pick<Detail, 'id' | 'sequence'>[],
  places: ReadonlyMap<string, number>,
): string => {
  const runs = listNumberRanges(
    labels.map(({ id, sequence }) => (places.get(id) ?? sequence - 1) + 1),
  );
  return `第 ${formatRanges(runs, formatCount)} 张`;
};

/** 表格第 17–18、40 行: rows of the spreadsheet that the labels come from; '' without any. */
export const formatSheetRows = (labels: readonly Pick<Detail, 'sheetRow'>[]): string => {
  const sheetRows = new Set(labels.flatMap(({ sheetRow }) => sheetRow ?? []));
  // Without thousands separators, as a spreadsheet writes its row numbers.
  return sheetRows.size === 0
    ? ''
    : `表格第 ${formatRanges(listNumberRanges([...sheetRows]), String)} 行`;
};

/** Row that a label comes from, as a clerk finds it: in the spreadsheet when it has one. */
export const formatLabelRow = ({
  sheetRow,
  sequence,
}: Pick<Detail, 'sheetRow' | 'sequence'>): string =>
  sheetRow === null ? `第 ${sequence} 行` : `表格第 ${sheetRow} 行`;
