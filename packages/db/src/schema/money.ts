import type { Generated } from 'kysely';

export type DiscountCodeTable = {
  id: Generated<number>;
  /** Upper case; unique. */
  code: string;
  software_id: number;
  /** `percent` (value 20: 20 % off) or `amount` (value in fen). */
  kind: string;
  value: number;
  /** JSON list of product ids; empty: every plan. */
  products: string;
  /** Minimum amount before the discount, fen. */
  minimum_fen: number;
  starts_at: number | null;
  ends_at: number | null;
  /** Maximum uses in total and per member; 0: unlimited. */
  total_limit: number;
  member_limit: number;
  /** `on` or `off`. */
  state: string;
  created_at: number;
};

export type OrderTable = {
  id: Generated<number>;
  order_no: string;
  member_id: number;
  software_id: number;
  product_id: number;
  /** Name and days at the time of sale. */
  product_name: string;
  num: number;
  days: number;
  amount_fen: number;
  discount_fen: number;
  pay_fen: number;
  discount_code_id: number | null;
  discount_code: string;
  pay_type: string;
  state: string;
  created_at: number;
  expires_at: number;
  paid_at: number | null;
  closed_at: number | null;
};

/** Audit log of changes to money and entitlements; append-only. */
export type AuditTable = {
  id: Generated<number>;
  at: number;
  /** `member:12`, `admin` or `system`. */
  actor: string;
  action: string;
  /** Affected object, e.g. `order:7`. */
  subject: string;
  /** JSON. */
  detail: string;
};

/** Reward days for both members of a share code, once per new member. */
export type ShareRewardTable = {
  id: Generated<number>;
  /** The new member. */
  member_id: number;
  /** Null when the inviter had reached the yearly limit and got no days. */
  inviter_id: number | null;
  software_id: number;
  /** Plan of the reward days. */
  product_id: number;
  days: number;
  /** Order that earned the reward; null when the new member's printing earned it. */
  order_id: number | null;
  created_at: number;
  /** When the reward was revoked because the order was refunded. */
  taken_at: number | null;
};
