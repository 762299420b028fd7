import type { BatchCounts } from '@yunbiao/contract/evidence';
import type { StatusKind } from '@yunbiao/ui/status.tsx';
import { formatCount } from '@yunbiao/ui/format.ts';
import { DETAIL_WORDS } from './print-status.ts';

/** Number of labels that are drawn as the same cell. */
export type CellCount = { kind: StatusKind; text: string; count: number };

/**
 * Counts labels by cell. Labels with the client count as waiting, except the one that is printing.
 * `onPrinter`: one of these labels is printing.
 */
export const listCountsByCellKind = (counts: BatchCounts, onPrinter: boolean): CellCount[] => {
  const onPrinterCount = onPrinter && counts.sending > 0 ? 1 : 0;
  const cells: CellCount[] = [];
  // Skip empty kinds: most batches have one kind, and a page lists 20 batches.
  const addNonzeroCount = ({ kind, text }: Omit<CellCount, 'count'>, count: number): void => {
    if (count > 0) cells.push({ kind, text, count });
  };
  for (const state of ['printed', 'sent', 'uncertain', 'failed'] as const)
    addNonzeroCount(DETAIL_WORDS[state], counts[state]);
  addNonzeroCount({ kind: 'running', text: '正在处理' }, onPrinterCount);
  addNonzeroCount(
    { kind: 'queued', text: '等待打印' },
    counts.queued + counts.sending - onPrinterCount,
  );
  addNonzeroCount(DETAIL_WORDS.cancelled, counts.cancelled);
  addNonzeroCount(DETAIL_WORDS.expired, counts.expired);
  return cells;
};

/** Formats as 已打印 126，等待打印 94. */
export const formatCellCounts = (cells: readonly CellCount[]): string =>
  cells.map(({ text, count }) => `${text} ${formatCount(count)}`).join('，');

/**
 * Represents many labels with at most `max` cells, in proportion. Each kind has at least one cell,
 * the printing label exactly one. Small batches have one cell per label.
 */
export const sampleCellsInProportion = (cells: readonly CellCount[], max: number): StatusKind[] => {
  const total = cells.reduce((sum, { count }) => sum + count, 0);
  if (total <= max) return cells.flatMap(({ kind, count }) => Array<StatusKind>(count).fill(kind));
  const spare = max - cells.length;
  const parts = cells.map(({ kind, count }) => {
    const share = kind === 'running' ? 0 : (count / total) * spare;
    return { kind, places: 1 + Math.floor(share), rest: share % 1 };
  });
  let open = max - parts.reduce((sum, { places }) => sum + places, 0);
  for (const part of parts.toSorted((a, b) => b.rest - a.rest)) {
    if (open <= 0) break;
    if (part.kind === 'running') continue;
    part.places += 1;
    open -= 1;
  }
  return parts.flatMap(({ kind, places }) => Array<StatusKind>(places).fill(kind));
};
