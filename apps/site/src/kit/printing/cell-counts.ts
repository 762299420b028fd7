import type { BatchCounts } from '@yunbiao/contract/evidence';
import type { StatusKind } from '@yunbiao/ui/status.tsx';
import { formatCount } from '@yunbiao/ui/format.ts';
import { DETAIL_WORDS } from './print-words.ts';

/** So many labels drawn as the same cell. */
export type CellCount = { kind: StatusKind; text: string; count: number };

/**
 * Labels as their cells tell them. What the client has taken waits like the rest, but for the one on the printer:
 * `onPrinter` says whether that is one of these.
 */
export const cellCounts = (counts: BatchCounts, onPrinter: boolean): CellCount[] => {
  const now = onPrinter && counts.sending > 0 ? 1 : 0;
  const cells: CellCount[] = [];
  // Most batches are of one kind, and a page has twenty: nothing is made of what there is none of.
  const add = ({ kind, text }: Omit<CellCount, 'count'>, count: number): void => {
    if (count > 0) cells.push({ kind, text, count });
  };
  for (const state of ['printed', 'sent', 'uncertain', 'failed'] as const)
    add(DETAIL_WORDS[state], counts[state]);
  add({ kind: 'running', text: '正轮到' }, now);
  add({ kind: 'queued', text: '等着打印' }, counts.queued + counts.sending - now);
  add(DETAIL_WORDS.cancelled, counts.cancelled);
  add(DETAIL_WORDS.expired, counts.expired);
  return cells;
};

/** 已打印 126，等着打印 94. */
export const cellsText = (cells: readonly CellCount[]): string =>
  cells.map(({ text, count }) => `${text} ${formatCount(count)}`).join('，');

/**
 * A few cells for many labels, in proportion: what there is has at least one, and there is only one on the printer.
 * No more labels than cells are shown one by one.
 */
export const sampleCells = (cells: readonly CellCount[], most: number): StatusKind[] => {
  const total = cells.reduce((sum, { count }) => sum + count, 0);
  if (total <= most) return cells.flatMap(({ kind, count }) => Array<StatusKind>(count).fill(kind));
  const spare = most - cells.length;
  const parts = cells.map(({ kind, count }) => {
    const share = kind === 'running' ? 0 : (count / total) * spare;
    return { kind, places: 1 + Math.floor(share), rest: share % 1 };
  });
  let open = most - parts.reduce((sum, { places }) => sum + places, 0);
  for (const part of parts.toSorted((a, b) => b.rest - a.rest)) {
    if (open <= 0) break;
    if (part.kind === 'running') continue;
    part.places += 1;
    open -= 1;
  }
  return parts.flatMap(({ kind, places }) => Array<StatusKind>(places).fill(kind));
};
