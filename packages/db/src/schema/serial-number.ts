import type { Generated } from 'kysely';

/**
 * Last serial number a member used for a field of a template, per reset period. Never decreases.
 */
export type SerialCounterTable = {
  id: Generated<number>;
  member_id: number;
  template_id: number;
  field: string;
  /** `2026-11-23`, `2026-11` or `2026` in the member's time zone; '' for a rule without reset. */
  period: string;
  last: number;
  updated_at: number;
};

/** Serial numbers of one batch: `amount` numbers from `first_number`, in steps of the rule. */
export type SerialRangeTable = {
  id: Generated<number>;
  member_id: number;
  template_id: number;
  batch_id: number;
  field: string;
  period: string;
  /** JSON: snapshot of the template's `SerialRule`. */
  rule: string;
  first_number: number;
  amount: number;
  /** Copies of each row. */
  copies: number;
  /** 1: every copy has its own number. */
  per_copy: number;
};

/** Serial numbers that a member took for a file instead of a batch. */
export type SerialReservationTable = {
  id: Generated<number>;
  member_id: number;
  template_id: number;
  /** Version of the template with these rules. */
  version: number;
  /** Chosen by the submitter; unique for the member. */
  idempotency_key: string;
  row_count: number;
  /** Copies of each row. */
  copies: number;
  /** `2026-11-23T14:05:09` in the member's time zone; decides the periods. */
  local_time: string;
  /** JSON: `{ field, rule, period, first, amount }[]`. */
  ranges: string;
  created_at: number;
};
