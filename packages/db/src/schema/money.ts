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
  /** Least amount before the code, fen. */
  minimum_fen: number;
  starts_at: number | null;
  ends_at: number | null;
  /** Uses in all and by one member; 0: no limit. */
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
  /** Name and days as they were sold. */
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

/** Who changed money or an entitlement, and how; rows are only ever added. */
export type AuditTable = {
  id: Generated<number>;
  at: number;
  /** `member:12`, `admin` or `system`. */
  actor: string;
  action: string;
  /** What it happened to, e.g. `order:7`. */
  subject: string;
  /** JSON. */
  detail: string;
};

/** Days both sides of a share code were given, once for a new member. */
export type ShareRewardTable = {
  id: Generated<number>;
  /** The new member. */
  member_id: number;
  /** Null: whoever brought them had had the most of a year. */
  inviter_id: number | null;
  software_id: number;
  /** The plan the days are of. */
  product_id: number;
  days: number;
  /** The order that earned it; null: the new member's printing. */
  order_id: number | null;
  created_at: number;
  /** When the order was refunded and the days went back. */
  taken_at: number | null;
};
