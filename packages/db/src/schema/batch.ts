import type { Generated } from 'kysely';

/** One submission. Names and settings are snapshots, so that history survives edits. */
export type BatchTable = {
  id: Generated<number>;
  member_id: number;
  software_id: number;
  batch_no: string;
  template_id: number | null;
  template_name: string;
  /** JSON snapshot of the template. */
  template: string;
  /** Label size in 0.01 mm; lists show it without reading the snapshot. */
  width: number;
  height: number;
  print_config_id: number | null;
  config_name: string;
  /** JSON snapshot: the gateway's `setup`. */
  setup: string;
  client_id: number;
  client_name: string;
  printer_id: number;
  printer_name: string;
  source: string;
  total: number;
  state: string;
  /**
   * JSON: state → number of labels, updated with every change; states without labels are omitted.
   */
  counts: string;
  /** API key of the submission; null from pages. */
  api_key_id: Generated<number | null>;
  /** Webhook URL for this batch alone; null for none. */
  webhook: Generated<string | null>;
  idempotency_key: string;
  /** SHA-256 of the request, hex: the same key with a different body is a conflict. */
  request_hash: string;
  created_at: number;
  expires_at: number;
  finished_at: number | null;
  hidden_at: number | null;
  /**
   * `kept`: labels are stored. `going`, `gone`: being deleted or deleted under the plan's
   * retention; `counts` remains.
   */
  records: Generated<string>;
  /** Printer group it was sent to, which may no longer exist; null when sent to one printer. */
  printer_group_id: Generated<number | null>;
  /** Name of the group at submission; '' without one. */
  group_name: Generated<string>;
  /** When the member was last asked to confirm moving its labels. */
  group_asked_at: Generated<number | null>;
  /**
   * Digest of the font edition of its labels; '' without fonts, or in rows older than this column.
   */
  fonts: Generated<string>;
  /**
   * Capabilities a client needs for it, as `formatCapabilities`; '' in rows older than this column.
   */
  needs: Generated<string>;
};

/** Additional printer of a batch's labels, with its setup. */
export type BatchPlaceTable = {
  id: Generated<number>;
  batch_id: number;
  member_id: number;
  print_config_id: number;
  config_name: string;
  /** JSON snapshot: the gateway's `setup`. */
  setup: string;
  client_id: number;
  client_name: string;
  printer_id: number;
  printer_name: string;
  created_at: number;
};

/** Bytes of a raw batch, which has one label printed unchanged. */
export type RawJobTable = {
  id: Generated<number>;
  /** Unique. */
  batch_id: number;
  member_id: number;
  /** `zpl`, `tspl`, `escpos` or `pdf`. */
  type: string;
  /** Bytes. */
  size: number;
  /** Base64; null after its retention. */
  content: string | null;
  created_at: number;
};

/**
 * Rollup: labels per state of the batches accepted in a quarter of an hour (UTC), by printer,
 * template and source. Updated in the transactions that change the labels, on five levels: per
 * quarter and dimensions; per quarter over all dimensions (`source` is '', ids are 0); both per
 * China day (`quarter` is negative: -20,000 is the day 20,000 days after 1970-01-01); per
 * dimensions over all time (`quarter` is 0).
 */
export type BatchQuarterTable = {
  id: Generated<number>;
  member_id: number;
  software_id: number;
  /** Epoch ms divided by 900,000; for days and all time as above. */
  quarter: number;
  client_id: number;
  printer_id: number;
  /** 0: without template. */
  template_id: number;
  source: string;
  /** Latest names. */
  client_name: string;
  printer_name: string;
  template_name: string;
  batches: number;
  /** Labels in all states. */
  labels: number;
  queued: number;
  sending: number;
  sent: number;
  printed: number;
  uncertain: number;
  failed: number;
  cancelled: number;
  expired: number;
};
