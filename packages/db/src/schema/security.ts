import type { Generated } from 'kysely';

/** What happened to who may do what; kept for some time only. */
export type SecurityEventTable = {
  id: Generated<number>;
  at: number;
  /** `login`, `login.refused`, `password.reset` … */
  kind: string;
  /** `member:12`, `admin`, `system` or `visitor`. */
  actor: string;
  /** What it happened to, e.g. `member:7`; '' when nothing is named. */
  subject: string;
  /** Network address it came from; '' when there is none. */
  address: string;
  /** JSON. */
  detail: string;
  /** How often, within the hour that {@link fold} names; else 1. */
  count: number;
  /** Refusals of one kind from one place in one hour share a row; unique. */
  fold: string | null;
};

/** One row, that says whether the data was made by a demo or by a production site. */
export type DataMarkTable = {
  id: Generated<number>;
  /** `demo` or `production`. */
  made_as: string;
  /** When a server last proved that the database takes writes, epoch ms. */
  probed_at: Generated<number>;
};

/** Something that is counted to be limited. A row stays until what it counts is forgotten. */
export type CounterTable = {
  id: Generated<number>;
  /** HMAC, hex, of what and who is counted; unique. Neither names nor addresses are kept. */
  counter_key: string;
  /** HMAC, hex, of the prefix of network addresses the row was made from; '' where rows are bounded otherwise. */
  prefix: string;
  count: number;
  first_at: number;
  last_at: number;
  expires_at: number;
};
