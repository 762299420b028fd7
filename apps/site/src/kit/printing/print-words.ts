import type { BatchState, DetailState } from '@yunbiao/contract/evidence';
import { BATCH_STATE_WORDS, DETAIL_STATE_WORDS } from '@yunbiao/contract/print-words';
import type { StatusKind } from '@yunbiao/ui';

export { EVIDENCE_WORDS, SOURCE_WORDS } from '@yunbiao/contract/print-words';

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

const withKinds = <State extends string>(
  kinds: Record<State, StatusKind>,
  texts: Record<State, string>,
): Record<State, Word> =>
  Object.fromEntries(
    (Object.keys(kinds) as State[]).map((state) => [
      state,
      { kind: kinds[state], text: texts[state] },
    ]),
  ) as Record<State, Word>;

/** Detail states for people: shape and word. */
export const DETAIL_WORDS = withKinds(DETAIL_KINDS, DETAIL_STATE_WORDS);

export const BATCH_WORDS = withKinds(BATCH_KINDS, BATCH_STATE_WORDS);
