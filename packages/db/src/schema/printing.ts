import type { Generated } from 'kysely';

/** A pairing on its way: 10 minutes, 5 tries. */
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
  /** Set at confirmation. */
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
  /** Software whose allowance it counts against. */
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
  /** Of the last accepted hello; of clients without tokens, a hello that goes back is an older ledger. */
  ledger_id: string | null;
  ledger_seq: number;
  /** The last token of its history that was stored; null: it names none. */
  ledger_token: Generated<string | null>;
  /** Grows by one with every accepted connection: the fencing number of its leases. */
  fence: number;
  paired_at: number;
  last_seen_at: number | null;
  revoked_at: number | null;
  /** 1: the site runs it, with a paper roll on screen; one a member and software, outside of the allowance. */
  is_virtual: Generated<number>;
  /** The program it runs as, of `PROGRAM_TARGETS`; '' for one that cannot bring itself up to date. */
  target: Generated<string>;
  /** The version it was told to become; '' when it was not. */
  update_to: Generated<string>;
  /** How far that is (`UPDATE_STATES`), and its last words about it. */
  update_state: Generated<string>;
  update_note: Generated<string>;
  /** What it said at its last hello that it understands, separated by spaces. */
  features: Generated<string>;
  /** The server process it is connected to, as that named itself; null when it is not, or has never been. */
  node_id: Generated<string | null>;
  /** What it can draw, as `writeCapabilities`; '' when its hello did not say. */
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
  /** JSON array of evidences. */
  evidence: string;
  state: string;
  /** JSON array of RFC 8011 keywords. */
  state_reasons: string;
  state_text: string;
  counter: number | null;
  reported_at: number;
  /** 1 when the last hello no longer named it. */
  gone: number;
  /** When it stopped, or its client went away; null while it prints, and of one whose server ended before it could tell. */
  unready_since: Generated<number | null>;
};

/** What a client has found around it, as it last told; one row a client. */
export type ClientFoundTable = {
  id: Generated<number>;
  client_id: number;
  /** JSON array: printers of the contract's `found`, each with `lastSeenAt`, epoch ms. */
  printers: string;
  /** JSON array: addresses that wait to be confirmed on the machine. */
  addresses: string;
  told_at: number;
};

/** Lengths in hundredths of a millimetre, `bar_reduction` in dots; `pitch_scale` in hundredths of a per cent. */
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
  /** Between labels side by side. */
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
  /** Where labels begin; null: the printer's own setting. */
  shift: Generated<number | null>;
  /** JSON: offset and feed correction before they were measured; null: never, or changed since. */
  calibrated_from: Generated<string | null>;
  copies: number;
  is_default: number;
  enabled: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
};

/** Printers of a member that take over from each other (打印机组). */
export type PrinterGroupTable = {
  id: Generated<number>;
  member_id: number;
  /** One a member. */
  name: string;
  /** `in-order`, `least-busy`. */
  rule: string;
  /** How long a printer may be unable to print before its labels are moved, minutes. */
  delay: number;
  /** 1: they are moved when the member says so. */
  asks: number;
  created_at: number;
  updated_at: number;
};

/** A printer of a group, as one of its configurations. */
export type PrinterGroupPlaceTable = {
  id: Generated<number>;
  printer_group_id: number;
  print_config_id: number;
  /** From 0. */
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
  /** Of its content; what is saved names the one it was made from. */
  version: Generated<number>;
  /** Who knows it may read the template; null: not shared. */
  share_code: Generated<string | null>;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
};

/** What a member's template was before. */
export type TemplateVersionTable = {
  id: Generated<number>;
  template_id: number;
  version: number;
  content: string;
  /** Of the content. */
  bytes: number;
  elements: number;
  saved_at: number;
};

/** One submission. Names and settings are kept as they were, so that history survives edits. */
export type BatchTable = {
  id: Generated<number>;
  member_id: number;
  software_id: number;
  batch_no: string;
  template_id: number | null;
  template_name: string;
  /** JSON snapshot of the template. */
  template: string;
  /** The size of its label, hundredths of a millimetre: lists show it, and would read the whole snapshot for it. */
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
  /** JSON: state → how many labels are in it, as of the last change; states without any are left out. */
  counts: string;
  /** The key it came with; null from pages. */
  api_key_id: Generated<number | null>;
  /** Where its key's member wants to hear of this one; null: nowhere of its own. */
  webhook: Generated<string | null>;
  idempotency_key: string;
  /** SHA-256 of the request, hex: the same key with another body is a conflict. */
  request_hash: string;
  created_at: number;
  expires_at: number;
  finished_at: number | null;
  hidden_at: number | null;
  /** `kept`: its labels are there. `going`, `gone`: the plan keeps them no longer; `counts` says what they were. */
  records: Generated<string>;
  /** The group it was sent to; the group may be gone. Null: to one printer. */
  printer_group_id: Generated<number | null>;
  /** As it was called; '' without one. */
  group_name: Generated<string>;
  /** When the member was last asked whether its labels may be moved. */
  group_asked_at: Generated<number | null>;
  /** Digest of the edition of the fonts its labels are drawn with; '': with none, or from before it was kept. */
  fonts: Generated<string>;
  /** What a client must be able to draw for it, as `writeCapabilities`; '': from before it was kept. */
  needs: Generated<string>;
};

/** Where labels of a batch are beside its own printer, with what they are drawn with there. */
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

/** A label that went from one printer of its group to another. */
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
  /** Why, for people. */
  reason: string;
  at: number;
};

/** The bytes of a batch of one label that is printed as it came. */
export type RawJobTable = {
  id: Generated<number>;
  /** Unique. */
  batch_id: number;
  member_id: number;
  /** `zpl`, `tspl`, `escpos` or `pdf`. */
  type: string;
  /** Bytes. */
  size: number;
  /** Base64; null once it is not kept any more. */
  content: string | null;
  created_at: number;
};

/** One physical label. Its identity orders the queue of a printer. */
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
  /** Fence it was leased under; null when not leased. */
  fence: number | null;
  /** 1: the member wants it cancelled; the agent answers. */
  cancel_requested: number;
  counter_from: number | null;
  counter_to: number | null;
  /** Queue order: the id, or a later number when sent again. */
  queue_order: number;
  queued_at: number;
  leased_at: number | null;
  /** Of the current attempt, told by the print client: for people to see. */
  started_at: Generated<number | null>;
  consumed_at: Generated<number | null>;
  ended_at: Generated<number | null>;
  finished_at: number | null;
  expires_at: number;
  /** When its place in the month's quota was taken; null once that was given back. */
  charged_at: number | null;
  /** 1: an attempt left for a printer under this charge, and nobody proved it came out; it is never given back. */
  charge_spent: Generated<number>;
  /** 1: asked back from its client, or back and waiting, to be moved to another printer; it is not leased meanwhile. */
  recall: Generated<number>;
};

/** The charge of an attempt that came out, of a label that was charged again since. */
export type PastChargeTable = {
  id: Generated<number>;
  member_id: number;
  software_id: number;
  detail_id: number;
  charged_at: number;
};

/** The last number a member was given for a field of a template, in one period of its rule. It never goes back. */
export type SerialCounterTable = {
  id: Generated<number>;
  member_id: number;
  template_id: number;
  field: string;
  /** `2026-11-23`, `2026-11` or `2026` in the member's zone; '' for a rule without reset. */
  period: string;
  last: number;
  updated_at: number;
};

/** The numbers one batch was given: `amount` of them from `first_number`, a step of the rule apart. */
export type SerialRangeTable = {
  id: Generated<number>;
  member_id: number;
  template_id: number;
  batch_id: number;
  field: string;
  period: string;
  /** JSON: the template's `SerialRule` as it was. */
  rule: string;
  first_number: number;
  amount: number;
  /** Of each row, as it was submitted. */
  copies: number;
  /** 1: every copy has a number of its own. */
  per_copy: number;
};

/**
 * How many labels of the batches accepted in a quarter of an hour (UTC) are in which state now, by where they were sent
 * and from where they came. Kept by the transactions that change the labels, on five levels: by quarter and place; by quarter,
 * of all places (`source` is '', ids are 0); both by day of China (`quarter` is below zero: -20,000 is the day that many days
 * after 1970-01-01); by place, of all time (`quarter` is 0).
 */
export type BatchQuarterTable = {
  id: Generated<number>;
  member_id: number;
  software_id: number;
  /** Epoch ms divided by 900,000; of days and of all time as above. */
  quarter: number;
  client_id: number;
  printer_id: number;
  /** 0: of no template. */
  template_id: number;
  source: string;
  /** As they were last called. */
  client_name: string;
  printer_name: string;
  template_name: string;
  batches: number;
  /** In all states together. */
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
