import type { CallOutput } from '@yunbiao/contract';
import type { StatusKind } from '@yunbiao/ui';
import { formatCount } from '@yunbiao/ui/format.ts';
import { BATCH_WORDS, EVIDENCE_LABELS } from '../../kit/printing/print-status.ts';

export type Batch = CallOutput<'batchList'>['list'][number];
export type Detail = CallOutput<'detailList'>['list'][number];

export const count = formatCount;

/** `99.7`. Never rounds up to 100 when the share is below 1. */
export const formatPercent = (share: number): string =>
  (share < 1 ? Math.min(99.9, share * 100) : 100).toFixed(1).replace(/\.0$/, '');

/** Change since the previous period: `+16.2 %`. Returns null when the previous value is 0. */
export const describeChange = (
  now: number,
  before: number,
): { text: string; up: boolean } | null => {
  if (before === 0) return null;
  const change = ((now - before) / before) * 100;
  const text = `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change).toFixed(1).replace(/\.0$/, '')}\u00A0%`;
  return { text, up: change >= 0 };
};

/** State of a batch as text. States that need action have priority. */
export const describeBatch = ({
  state,
  counts,
  total,
}: Pick<Batch, 'state' | 'counts' | 'total'>): { kind: StatusKind; text: string } => {
  const out = counts.printed + counts.sent;
  if (state === 'queued') return BATCH_WORDS.queued;
  if (state === 'sending')
    return {
      kind: 'running',
      text: `${count(total - counts.queued - counts.sending)} / ${count(total)}`,
    };
  if (counts.uncertain > 0)
    return { kind: 'uncertain', text: `${count(counts.uncertain)} 张待确认` };
  if (counts.failed > 0) return { kind: 'failed', text: `${count(counts.failed)} 张失败` };
  if (counts.cancelled > 0)
    return { kind: 'off', text: out === 0 ? '已取消' : `已取消 ${count(counts.cancelled)} 张` };
  if (counts.expired > 0)
    return { kind: 'off', text: out === 0 ? '已过期' : `${count(counts.expired)} 张过期` };
  return counts.printed === 0 ? { kind: 'sent', text: '已送达' } : BATCH_WORDS[state];
};

/** Evidence or reason of a label's state, as text. */
export const describeEvidenceOfLabel = (
  detail: Pick<Detail, 'state' | 'evidence' | 'reason' | 'counterFrom' | 'counterTo'>,
): string => {
  const { state, evidence, reason, counterFrom, counterTo } = detail;
  if (evidence === 'counter-moved' && counterTo !== null)
    return `计数器 ${counterFrom === null ? '' : `${count(counterFrom)} → `}${count(counterTo)}`;
  if (reason) return reason;
  if (evidence !== 'none') return EVIDENCE_LABELS[evidence];
  return state === 'sending' ? '在客户端，还没有回话' : '';
};

/** Options of a filter: the values that occur, and the value set in the URL. */
export const buildFilterOptions = <Value extends string>(
  occurring: readonly Value[],
  selected: Value | undefined,
  words: Record<Value, string>,
): { value: Value; label: string }[] =>
  [...new Set(selected === undefined ? occurring : [...occurring, selected])].map((value) => ({
    value,
    label: words[value],
  }));

/**
 * Whether no label of a batch is in progress. A running batch can be cancelled, a finished one can
 * be hidden.
 */
export const isBatchFinished = ({ state }: Pick<Batch, 'state'>): boolean =>
  state !== 'queued' && state !== 'sending';

/** Page numbers around the current one; 0 stands for a gap. */
export const listPagesAround = (page: number, pages: number): number[] => {
  const near = [1, page - 1, page, page + 1, pages].filter(
    (number) => number >= 1 && number <= pages,
  );
  const pageNumbers = [...new Set(near)].sort((a, b) => a - b);
  return pageNumbers.flatMap((pageNumber, index) => {
    const before = pageNumbers[index - 1] ?? pageNumber - 1;
    if (pageNumber - before === 2) return [pageNumber - 1, pageNumber];
    return pageNumber - before > 2 ? [0, pageNumber] : [pageNumber];
  });
};
