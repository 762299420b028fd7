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
  /** Program of the client, one of `PROGRAM_TARGETS`; '' for a client that cannot update itself. */
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
  /** Id of the data folder that holds the home of a virtual printer; null before it is opened. */
  virtual_home: Generated<string | null>;
  /** Capabilities of the client, as `formatCapabilities`; '' when the hello had none. */
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
