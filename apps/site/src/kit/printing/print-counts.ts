import { type BatchCounts, DETAIL_STATES } from '@yunbiao/contract/evidence';

/** `cancellable`: number of labels that can still be cancelled, according to the server. */
type CancellableCounts = { counts: BatchCounts; cancellable: number };

/** Number of labels whose recall is unanswered: neither finished nor cancellable any more. */
const countPendingRecalls = ({ counts, cancellable }: CancellableCounts): number =>
  counts.queued + counts.sending - cancellable;

/** A cancel request and its result, in labels. */
export type Recall = {
  asked: number;
  /** Number of cancelled labels before the request. */
  before: number;
  recalled: number;
  /** Number of labels the client has not confirmed yet. */
  open: number;
};

/** Updates a cancel request from the batch. A completed request stays unchanged. */
export const updateRecallProgress = (recall: Recall, batch: CancellableCounts): Recall => {
  if (recall.open === 0) return recall;
  // The reply arrived before the batch event; the labels still count as cancellable.
  if (batch.cancellable >= recall.asked) return recall;
  const open = Math.min(countPendingRecalls(batch), recall.open);
  const recalled = Math.max(recall.recalled, batch.counts.cancelled - recall.before);
  return { ...recall, open, recalled: Math.min(recalled, recall.asked - open) };
};

/** Describes how many labels were recalled and how many had already been sent. */
export const describeRecalledCounts = ({ asked, recalled, open }: Recall): string => {
  const out = asked - recalled - open;
  const parts = [
    `${open > 0 ? '已' : ''}撤回 ${recalled.toLocaleString('zh-CN')} 张`,
    ...(out > 0 ? [`${out.toLocaleString('zh-CN')} 张已经发给打印机，没拦住`] : []),
    ...(open > 0 ? [`${open.toLocaleString('zh-CN')} 张等客户端回答`] : []),
  ];
  return parts.join('，');
};

/** Display order of states: printed, unconfirmed, in progress, never printed. */
export const STATE_DISPLAY_ORDER = [
  'printed',
  'sent',
  'uncertain',
  'failed',
  'sending',
  'queued',
  'cancelled',
  'expired',
] as const satisfies readonly (keyof BatchCounts)[];

/** Share of printed labels among those not cancelled, 0–1; null when none have ended. */
export const computeSuccessRate = (counts: BatchCounts): number | null => {
  const successes = counts.printed + counts.sent;
  const failures = counts.uncertain + counts.failed + counts.expired;
  return successes + failures === 0 ? null : successes / (successes + failures);
};

export const createZeroBatchCounts = (): BatchCounts =>
  Object.fromEntries(DETAIL_STATES.map((state) => [state, 0])) as BatchCounts;
