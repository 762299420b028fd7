import type { Generated } from 'kysely';

/** Move of a label to another printer of its group. */
export type LabelMoveTable = {
  id: Generated<number>;
  member_id: number;
  batch_id: number;
  detail_id: number;
  attempt: number;
  from_printer_id: number;
  to_printer_id: number;
  from_name: string;
  to_name: string;
  /** Reason as text for people. */
  reason: string;
  at: number;
};

/** One physical label. A reprint is the same row with a higher attempt. */
export type DetailTable = {
  id: Generated<number>;
  batch_id: number;
  member_id: number;
  client_id: number;
  printer_id: number;
  sequence: number;
  copy: number;
  attempt: number;
  /** JSON: field → text. */
  data: string;
  /** First non-empty field, for lists and search. */
  title: string;
  state: string;
  evidence: string;
  reason: string;
  color: string;
  /** Fencing token of its lease; null when not leased. */
  fence: number | null;
  /** 1: the member requested cancellation; the agent has to answer. */
  cancel_requested: number;
  counter_from: number | null;
  counter_to: number | null;
  /** Queue order: the id, or a later number after a reprint. */
  queue_order: number;
  queued_at: number;
  leased_at: number | null;
  /** Times of the current attempt as the print client reports them; for display only. */
  started_at: Generated<number | null>;
  consumed_at: Generated<number | null>;
  ended_at: Generated<number | null>;
  finished_at: number | null;
  expires_at: number;
  /** When it was charged to the monthly quota; null after a refund. */
  charged_at: number | null;
  /**
   * 1: an attempt was sent to a printer under this charge without proof that it was printed; the
   * charge is never refunded.
   */
  charge_spent: Generated<number>;
  /**
   * 1: requested back from its client, or returned and waiting, to be moved to another printer. It
   * is not leased while set.
   */
  recall: Generated<number>;
  /** JSON: name of a picture of the library → SHA-256 of its file; null without such pictures. */
  pictures: Generated<string | null>;
  /** Row of the spreadsheet it comes from, from 1; null without one. */
  sheet_row: Generated<number | null>;
};

/** Charge of a printed attempt whose label has been charged again since. */
export type PastChargeTable = {
  id: Generated<number>;
  member_id: number;
  software_id: number;
  detail_id: number;
  charged_at: number;
};
