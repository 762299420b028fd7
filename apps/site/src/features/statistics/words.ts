import type { CallOutput } from '@yunbiao/contract';
import type { StatusKind } from '@yunbiao/ui';
import { formatCount } from '@yunbiao/ui/format.ts';
import { BATCH_WORDS, EVIDENCE_WORDS } from '../../kit/printing/print-words.ts';

export type Batch = CallOutput<'batchList'>['list'][number];
export type Detail = CallOutput<'detailList'>['list'][number];

export const count = formatCount;

/** `99.7`, and never 100 while anything is missing. */
export const percent = (share: number): string =>
  (share < 1 ? Math.min(99.9, share * 100) : 100).toFixed(1).replace(/\.0$/, '');

/** Change against the period before: `+16.2 %`; null when there was nothing to compare with. */
export const describeChange = (
  now: number,
  before: number,
): { text: string; up: boolean } | null => {
  if (before === 0) return null;
  const change = ((now - before) / before) * 100;
  const text = `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change).toFixed(1).replace(/\.0$/, '')}\u00A0%`;
  return { text, up: change >= 0 };
};

/** State of a batch in the words that matter: what is to be done comes first. */
export const batchWord = ({
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

/** What stands behind a label's state, in words. */
export const evidenceText = (
  detail: Pick<Detail, 'state' | 'evidence' | 'reason' | 'counterFrom' | 'counterTo'>,
): string => {
  const { state, evidence, reason, counterFrom, counterTo } = detail;
  if (evidence === 'counter-moved' && counterTo !== null)
    return `计数器 ${counterFrom === null ? '' : `${count(counterFrom)} → `}${count(counterTo)}`;
  if (reason) return reason;
  if (evidence !== 'none') return EVIDENCE_WORDS[evidence];
  return state === 'sending' ? '在客户端，还没有回话' : '';
};

/** What a filter offers: what can occur, and what the address asks for besides. */
export const listChoices = <Value extends string>(
  occurring: readonly Value[],
  wanted: Value | undefined,
  words: Record<Value, string>,
): { value: Value; label: string }[] =>
  [...new Set(wanted === undefined ? occurring : [...occurring, wanted])].map((value) => ({
    value,
    label: words[value],
  }));

/** A batch that goes on can be cancelled, a finished one hidden. */
export const isFinished = ({ state }: Pick<Batch, 'state'>): boolean =>
  state !== 'queued' && state !== 'sending';

/** Numbered pages around the current one; 0 stands for a gap. */
export const pagesAround = (page: number, pages: number): number[] => {
  const near = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const shown = [...new Set(near)].sort((a, b) => a - b);
  return shown.flatMap((one, index) => {
    const before = shown[index - 1] ?? one - 1;
    if (one - before === 2) return [one - 1, one];
    return one - before > 2 ? [0, one] : [one];
  });
};
