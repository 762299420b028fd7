import type { Generated } from 'kysely';

/** A member account. Times here and below are epoch ms UTC; flags are 0/1. */
export type MemberTable = {
  id: Generated<number>;
  username: string;
  /** NFKC, case-folded; unique. */
  username_key: string;
  /** Argon2id, PHC string; '' when no password is set. */
  password_hash: string;
  nickname: string;
  avatar: string | null;
  cover: string | null;
  intro: string;
  company: string;
  share_code: string;
  /** The password of demo members is printed at start-up. */
  is_demo: number;
  created_at: number;
  /** Public staff badge, e.g. 云标技术支持; '' for other members. */
  official: Generated<string>;
  /**
   * Verified by a code. E-mail in lower case, phone with eleven digits; each unique, null when not
   * bound.
   */
  email: Generated<string | null>;
  phone: Generated<string | null>;
  /** 1: can sign in with WeChat. */
  wechat_bound: Generated<number>;
  /** Share code and id of the inviter; null without one. */
  bound_share_code: Generated<string | null>;
  inviter_id: Generated<number | null>;
  /** When the member and the inviter received their reward days. */
  share_rewarded_at: Generated<number | null>;
  inviter_rewarded_at: Generated<number | null>;
  /** When the account will be deleted; null when no deletion is requested. */
  leaving_at: Generated<number | null>;
  /** When the account was closed. Sign-in is impossible; the remaining row is anonymous. */
  left_at: Generated<number | null>;
};

/** A signed-in browser. The token itself is never stored. */
export type SessionTable = {
  id: Generated<number>;
  member_id: number;
  /** SHA-256 of the token, hex; unique. */
  token_hash: string;
  user_agent: string;
  /** Address at the last recorded use. */
  address: string;
  created_at: number;
  last_used_at: number;
  /** 14 days after the last use, at most 90 days after sign-in. */
  expires_at: number;
  /**
   * `{appid} {openid}` of the WeChat user of this browser, for payments inside WeChat; null when
   * unknown.
   */
  wechat_payer: Generated<string | null>;
};

/**
 * A browser the member has signed in with. It has its own counter for failed sign-ins. It grants no
 * access.
 */
export type DeviceTable = {
  id: Generated<number>;
  member_id: number;
  /** SHA-256 of its cookie value, hex; unique per member. */
  token_hash: string;
  /** Rate limit key of the address of its last sign-in; '' when unknown. */
  network: string;
  created_at: number;
  last_used_at: number;
};

/** Suspension of a member in one software. */
export type SuspensionTable = {
  id: Generated<number>;
  member_id: number;
  software_id: number;
  reason: string;
  created_at: number;
};

/** Deletion of an account with its progress. Resumes where it stopped. */
export type MemberDeletionTable = {
  id: Generated<number>;
  /** Unique: a cancelled deletion is removed. */
  member_id: number;
  /** `waiting`, `going` or `done`. */
  state: string;
  asked_at: number;
  due_at: number;
  closed_at: number | null;
  /** Table being emptied ('' before the first) and the last visited row. */
  piece: string;
  after_id: number;
  done_at: number | null;
};

/** User name of a deleted account. It cannot be registered again, to prevent impersonation. */
export type RetiredNameTable = {
  id: Generated<number>;
  /** Argon2id of the normalized name; unique. */
  name_hash: string;
  created_at: number;
};
