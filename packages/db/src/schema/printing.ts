import type { Generated } from 'kysely';

/** A pending pairing: 10 minutes, 5 attempts. */
export type PairingTable = {
  id: Generated<number>;
  code: string;
  /** SHA-256 of the agent's secret, hex. */
  secret_hash: string;
  machine_name: string;
  system: string;
  version: string;
  address: string;
  tries: number;
  /** Set on confirmation. */
  client_id: number | null;
  /** 1 once the agent has collected its key. */
  collected: number;
  created_at: number;
  expires_at: number;
};

/** A paired print client (授权客户端). */
export type ClientTable = {
  id: Generated<number>;
  member_id: number;
  /** Software whose quota it counts against. */
  software_id: number;
  name: string;
  remark: string;
  group_name: string;
  enabled: number;
  /** SHA-256 of the client key, hex; null until collected. */
  key_hash: string | null;
  system: string;
  version: string;
  address: string;
  /**
   * From the last accepted hello. For clients without tokens, a lower `ledger_seq` means an older
   * ledger.
   */
  ledger_id: string | null;
  ledger_seq: number;
  /** Last stored token of the ledger's history; null when the client sends none. */
  ledger_token: Generated<string | null>;
  /** Fencing token of its leases; incremented with every accepted connection. */
  fence: number;
  paired_at: number;
  last_seen_at: number | null;
  revoked_at: number | null;
  /**
   * 1: virtual printer run by the site with a paper roll on screen. One per member and software,
   * not counted against the quota.
   */
  is_virtual: Generated<number>;
  /** Its program, one of `PROGRAM_TARGETS`; '' for a client that cannot update itself. */
  target: Generated<string>;
  /** Version it was requested to update to; '' for none. */
  update_to: Generated<string>;
  /** State of the update (`UPDATE_STATES`), and its last status text. */
  update_state: Generated<string>;
  update_note: Generated<string>;
  /** Features of its last hello, separated by spaces. */
  features: Generated<string>;
  /** Id of the server process it is connected to; null when not connected. */
  node_id: Generated<string | null>;
  /** Its capabilities, as `formatCapabilities`; '' when its hello had none. */
  draws: Generated<string>;
};

export type PrinterTable = {
  id: Generated<number>;
  client_id: number;
  local_id: string;
  name: string;
  language: string;
  dpi: number;
  exclusive: number;
  /** JSON array of kinds of evidence. */
  evidence: string;
  state: string;
  /** JSON array of RFC 8011 keywords. */
  state_reasons: string;
  state_text: string;
  counter: number | null;
  reported_at: number;
  /** 1 when the last hello did not contain it. */
  gone: number;
  /**
   * When it stopped or its client disconnected; null while it can print, and when its server ended
   * without recording it.
   */
  unready_since: Generated<number | null>;
};

/** Printers a client discovered, as last reported; one row per client. */
export type ClientFoundTable = {
  id: Generated<number>;
  client_id: number;
  /** JSON array: printers of the contract's `found`, each with `lastSeenAt`, epoch ms. */
  printers: string;
  /** JSON array of addresses that wait for confirmation on the machine. */
  addresses: string;
  told_at: number;
};

/** Lengths in 0.01 mm, `bar_reduction` in dots; `pitch_scale` in 0.01 percent. */
export type PrintConfigTable = {
  id: Generated<number>;
  member_id: number;
  client_id: number;
  printer_id: number;
  name: string;
  language: string;
  width: number;
  height: number;
  gap: number;
  columns: number;
  /** Gap between columns. */
  column_gap: Generated<number>;
  dpi: number;
  offset_x: number;
  offset_y: number;
  pitch_scale: number;
  bar_reduction: Generated<number>;
  vector: Generated<number>;
  rotation: number;
  darkness: number;
  speed: number;
  /** `gap`, `black-mark`, `continuous`. */
  media: Generated<string>;
  /** `printer`, `tear`, `peel`, `cut`. */
  finishing: Generated<string>;
  cut_each: Generated<number>;
  /** Print start; null: the printer's own setting. */
  shift: Generated<number | null>;
  /**
   * JSON: offset and feed correction before calibration; null when not calibrated, or changed
   * since.
   */
  calibrated_from: Generated<string | null>;
  copies: number;
  is_default: number;
  enabled: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
};

/** Printer group of a member with failover (打印机组). */
export type PrinterGroupTable = {
  id: Generated<number>;
  member_id: number;
  /** Unique per member. */
  name: string;
  /** `in-order`, `least-busy`. */
  rule: string;
  /** Minutes a printer may be unable to print before its labels are moved. */
  delay: number;
  /** 1: labels are moved only after the member confirms. */
  asks: number;
  created_at: number;
  updated_at: number;
};

/** A printer of a group, by one of its configurations. */
export type PrinterGroupPlaceTable = {
  id: Generated<number>;
  printer_group_id: number;
  print_config_id: number;
  /** Counted from 0. */
  position: number;
};

export type TemplateTable = {
  id: Generated<number>;
  software_id: number;
  /** Null: public. */
  member_id: number | null;
  name: string;
  category: string;
  width: number;
  height: number;
  /** JSON, `templateContent` of the contract. */
  content: string;
  /** Version of the content; saving compares it (optimistic lock). */
  version: Generated<number>;
  /** Code of the share link, which grants read access; null when not shared. */
  share_code: Generated<string | null>;
  /** File of packages/label/templates that a public template came from, also when changed since. */
  shipped_file: Generated<string | null>;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
};

/** Former version of a member's template. */
export type TemplateVersionTable = {
  id: Generated<number>;
  template_id: number;
  version: number;
  content: string;
  /** Bytes of the content. */
  bytes: number;
  elements: number;
  saved_at: number;
};

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

/** One physical label. Its id defines the order in a printer's queue. */
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
