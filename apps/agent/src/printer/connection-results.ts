import type { LabelResult } from './open-labels.ts';
import { ACCEPTED_ONLY_REASON, CONNECTION_LOST_REASON, RAW_ACCEPTED_REASON } from './reasons.ts';

/** Result of a label whose connection ended while it was being sent. */
export const UNCERTAIN_RESULT: LabelResult = {
  state: 'uncertain',
  evidence: 'none',
  reason: CONNECTION_LOST_REASON,
  counterFrom: null,
  counterTo: null,
};

/** Result of a label of which the printer took all bytes and reports nothing else. */
export const ACCEPTED_RESULT: LabelResult = {
  ...UNCERTAIN_RESULT,
  state: 'sent',
  evidence: 'consumed',
  reason: ACCEPTED_ONLY_REASON,
};

/** The only possible result for raw data: what it prints, and how often, is unknown. */
export const ACCEPTED_RAW_RESULT: LabelResult = { ...ACCEPTED_RESULT, reason: RAW_ACCEPTED_REASON };
