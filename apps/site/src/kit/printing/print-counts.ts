import { type BatchCounts, DETAIL_STATES } from '@yunbiao/contract/evidence';

/** `cancellable` is the server's word for what a cancel can still stop. */
type Counted = { counts: BatchCounts; cancellable: number };

/** Labels asked back that the client has not answered for: neither ended nor to be cancelled any more. */
const askedBack = ({ counts, cancellable }: Counted): number =>
  counts.queued + counts.sending - cancellable;

/** A cancel and what came of it, in labels. */
export type Recall = {
  asked: number;
  /** Cancelled ones the batch had before. */
  before: number;
  recalled: number;
  /** Not answered by the client yet. */
  open: number;
};

/** A cancel as the batch is now. One that is settled stays as it is. */
export const recallNow = (recall: Recall, batch: Counted): Recall => {
  if (recall.open === 0) return recall;
  // The reply was faster than the batch: what was asked for is still offered.
  if (batch.cancellable >= recall.asked) return recall;
  const open = Math.min(askedBack(batch), recall.open);
  const recalled = Math.max(recall.recalled, batch.counts.cancelled - recall.before);
  return { ...recall, open, recalled: Math.min(recalled, recall.asked - open) };
};

/** How many were taken back, and how many had gone out before. */
export const recallText = ({ asked, recalled, open }: Recall): string => {
  const out = asked - recalled - open;
  const parts = [
    `${open > 0 ? '已' : ''}撤回 ${recalled.toLocaleString('zh-CN')} 张`,
    ...(out > 0 ? [`${out.toLocaleString('zh-CN')} 张已经发给打印机，没拦住`] : []),
    ...(open > 0 ? [`${open.toLocaleString('zh-CN')} 张等客户端回答`] : []),
  ];
  return parts.join('，');
};

/** States in the order they are told: what came out, what waits for an answer, what is under way, what never will. */
export const STATES_TOLD = [
  'printed',
  'sent',
  'uncertain',
  'failed',
  'sending',
  'queued',
  'cancelled',
  'expired',
] as const satisfies readonly (keyof BatchCounts)[];

/** Share of labels that came out among those that ended by themselves, 0–1; null when none did. */
export const getSuccess = (counts: BatchCounts): number | null => {
  const good = counts.printed + counts.sent;
  const bad = counts.uncertain + counts.failed + counts.expired;
  return good + bad === 0 ? null : good / (good + bad);
};

export const noCounts = (): BatchCounts =>
  Object.fromEntries(DETAIL_STATES.map((state) => [state, 0])) as BatchCounts;
