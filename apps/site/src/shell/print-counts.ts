import { type BatchCounts, DETAIL_STATES } from '@yunbiao/contract/evidence';
import { formatCount } from '@yunbiao/ui/format.ts';
import { DETAIL_WORDS } from './print-words.ts';

/** Labels a cancel can still stop. */
export const leftOf = (counts: BatchCounts): number => counts.queued;

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

/** What there is, in words: 已打印 126，排队 94. */
export const countsText = (counts: BatchCounts): string =>
  STATES_TOLD.filter((state) => counts[state] > 0)
    .map((state) => `${DETAIL_WORDS[state].text} ${formatCount(counts[state])}`)
    .join('，');

/** Share of labels that came out among those that ended by themselves, 0–1; null when none did. */
export const successOf = (counts: BatchCounts): number | null => {
  const good = counts.printed + counts.sent;
  const bad = counts.uncertain + counts.failed + counts.expired;
  return good + bad === 0 ? null : good / (good + bad);
};

export const noCounts = (): BatchCounts =>
  Object.fromEntries(DETAIL_STATES.map((state) => [state, 0])) as BatchCounts;
