import type { Generated } from 'kysely';

/** API key another system of the member prints with. The key itself is never stored. */
export type ApiKeyTable = {
  id: Generated<number>;
  member_id: number;
  name: string;
  /** `live`, or `test` for virtual printers only. */
  kind: string;
  /** Scopes, separated by spaces. */
  scopes: string;
  /** SHA-256 of the key, hex; unique. */
  key_hash: string;
  /** Beginning of the key, for recognition. */
  hint: string;
  /** IP address and time of the last use, rounded to the minute; '' and null before the first. */
  last_address: string;
  last_used_at: number | null;
  created_at: number;
  revoked_at: number | null;
  /**
   * Signing secret of its webhooks in the format of Standard Webhooks; null until the member
   * creates one.
   */
  webhook_secret: Generated<string | null>;
};

/** A webhook URL that receives events about the batches of one API key. */
export type WebhookTable = {
  id: Generated<number>;
  member_id: number;
  api_key_id: number;
  url: string;
  /** Event names, separated by spaces. */
  events: string;
  enabled: number;
  created_at: number;
};

/** Delivery of one event to one URL. */
export type WebhookDeliveryTable = {
  id: Generated<number>;
  member_id: number;
  api_key_id: number;
  /** Null when the URL was given with the batch. */
  webhook_id: number | null;
  /** The same in every retry and resend, so that receivers can detect duplicates. */
  message_id: string;
  url: string;
  event: string;
  /** Batch number; '' for a test. */
  subject: string;
  /** JSON as sent. */
  body: string;
  /** `waiting`, `delivered` or `failed`. */
  state: string;
  tries: number;
  /** HTTP status of the last response; null when there was none. */
  status: number | null;
  /** Why the last attempt failed, as text for people. */
  error: string;
  created_at: number;
  /** Time of the next attempt; null when none is scheduled. */
  next_at: number | null;
  /** No attempts after this time. */
  give_up_at: number;
  last_at: number | null;
};

/**
 * IP allow list for API keys and print clients of a member. Without entries every address is
 * allowed.
 */
export type IpRuleTable = {
  id: Generated<number>;
  member_id: number;
  /** An address or a network in CIDR notation, as `formatNetwork` formats it; unique per member. */
  network: string;
  remark: string;
  created_at: number;
};

/** Attempts refused by the IP allow list. */
export type IpRefusalTable = {
  id: Generated<number>;
  member_id: number;
  address: string;
  /** `key:3` or `client:7`. */
  who: string;
  /** The call, or `connect` for a print client. */
  what: string;
  times: number;
  first_at: number;
  last_at: number;
};
