import type { Generated } from 'kysely';

/** Security log: sign-ins and changes of access; deleted after a retention period. */
export type SecurityEventTable = {
  id: Generated<number>;
  at: number;
  /** `login`, `login.refused`, `password.reset` … */
  kind: string;
  /** `member:12`, `admin`, `system` or `visitor`. */
  actor: string;
  /** Affected object, e.g. `member:7`; '' for none. */
  subject: string;
  /** IP address; '' when there is none. */
  address: string;
  /** JSON. */
  detail: string;
  /** Number of occurrences within the hour of `fold`; otherwise 1. */
  count: number;
  /** Key that merges refusals of one kind and origin within one hour into one row; unique. */
  fold: string | null;
};

/** Single row that records whether a demo or a production site created the data. */
export type DataMarkTable = {
  id: Generated<number>;
  /** `demo` or `production`. */
  made_as: string;
  /** When a server last verified that the database accepts writes, epoch ms. */
  probed_at: Generated<number>;
};

/** Rate limit counter. A row is deleted after it expires. */
export type CounterTable = {
  id: Generated<number>;
  /** HMAC, hex, of the counted action and subject; unique. Names and addresses are not stored. */
  counter_key: string;
  /**
   * HMAC, hex, of the network prefix that created the row; '' where the number of rows is bounded
   * otherwise.
   */
  prefix: string;
  count: number;
  first_at: number;
  last_at: number;
  expires_at: number;
};
