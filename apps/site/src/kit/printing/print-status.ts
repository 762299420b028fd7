import type { BatchState, DetailState } from '@yunbiao/contract/evidence';
import { BATCH_STATE_LABELS, DETAIL_STATE_LABELS } from '@yunbiao/contract/printing/print-labels';
import type { StatusKind } from '@yunbiao/ui';

export { EVIDENCE_LABELS, SOURCE_LABELS } from '@yunbiao/contract/printing/print-labels';

type Word = { kind: StatusKind; text: string };

const DETAIL_KINDS: Record<DetailState, StatusKind> = {
  queued: 'queued',
  sending: 'running',
  sent: 'sent',
  printed: 'ok',
  uncertain: 'uncertain',
  failed: 'failed',
  cancelled: 'off',
  expired: 'off',
};

const BATCH_KINDS: Record<BatchState, StatusKind> = {
  queued: 'queued',
  sending: 'running',
  done: 'ok',
  partly: 'uncertain',
  failed: 'failed',
  cancelled: 'off',
  expired: 'off',
};

const combineKindsAndTexts = <State extends string>(
  kinds: Record<State, StatusKind>,
  texts: Record<State, string>,
): Record<State, Word> =>
  Object.fromEntries(
    (Object.keys(kinds) as State[]).map((state) => [
      state,
      { kind: kinds[state], text: texts[state] },
    ]),
  ) as Record<State, Word>;

/** Icon and text of detail states. */
export const DETAIL_WORDS = combineKindsAndTexts(DETAIL_KINDS, DETAIL_STATE_LABELS);

export const BATCH_WORDS = combineKindsAndTexts(BATCH_KINDS, BATCH_STATE_LABELS);
