import type { Generated } from 'kysely';

/** A key another system of the member prints with. The key itself is never stored. */
export type ApiKeyTable = {
  id: Generated<number>;
  member_id: number;
  name: string;
  /** `live`, or `test`: to virtual printers only. */
  kind: string;
  /** What it may do, separated by spaces. */
  scopes: string;
  /** SHA-256 of the key, hex; unique. */
  key_hash: string;
  /** The beginning of the key, to tell it by. */
  hint: string;
  /** Of its last use, to the minute; '' and null before the first. */
  last_address: string;
  last_used_at: number | null;
  created_at: number;
  revoked_at: number | null;
  /** What its webhooks are signed with, as Standard Webhooks writes it; null until the member asks for one. */
  webhook_secret: Generated<string | null>;
};

/** An address of the member's that is told of the batches of one key. */
export type WebhookTable = {
  id: Generated<number>;
  member_id: number;
  api_key_id: number;
  url: string;
  /** Which events, separated by spaces. */
  events: string;
  enabled: number;
  created_at: number;
};

/** One event on its way to one address. */
export type WebhookDeliveryTable = {
  id: Generated<number>;
  member_id: number;
  api_key_id: number;
  /** Null: the address came with the batch. */
  webhook_id: number | null;
  /** The same at every try, and when it is sent again: receivers know repeats by it. */
  message_id: string;
  url: string;
  event: string;
  /** The batch's number; '' for a test. */
  subject: string;
  /** JSON, as it is sent. */
  body: string;
  /** `waiting`, `delivered` or `failed`. */
  state: string;
  tries: number;
  /** HTTP status of the last answer; null when there was none. */
  status: number | null;
  /** Why the last try failed, for people. */
  error: string;
  created_at: number;
  /** When it is tried next; null when it is not. */
  next_at: number | null;
  /** After this it is not tried any more. */
  give_up_at: number;
  last_at: number | null;
};

/** Addresses keys and print clients of a member may come from; with none of these, from anywhere. */
export type IpRuleTable = {
  id: Generated<number>;
  member_id: number;
  /** An address or a network in CIDR notation as `networkText` writes it; unique for the member. */
  network: string;
  remark: string;
  created_at: number;
};

/** Who was turned away by the rules, from where, and at what. */
export type IpRefusalTable = {
  id: Generated<number>;
  member_id: number;
  address: string;
  /** `key:3` or `client:7`. */
  who: string;
  /** The call, or `connect` of a print client. */
  what: string;
  times: number;
  first_at: number;
  last_at: number;
};
