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
