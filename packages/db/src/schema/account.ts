import type { Generated } from 'kysely';

/** A member's account. Times here and below are epoch ms UTC; flags 0/1. */
export type MemberTable = {
  id: Generated<number>;
  username: string;
  /** NFKC, case-folded; unique. */
  username_key: string;
  /** Argon2id, PHC string; '' while there is none. */
  password_hash: string;
  nickname: string;
  avatar: string | null;
  cover: string | null;
  intro: string;
  company: string;
  share_code: string;
  /** Demo members carry a password printed at start-up. */
  is_demo: number;
  created_at: number;
  /** Staff mark shown beside the name in public, e.g. 云标技术支持; '' for everybody else. */
  official: Generated<string>;
  /** Bound by a code: in lower case; eleven digits; each unique. Null for none. */
  email: Generated<string | null>;
  phone: Generated<string | null>;
  /** 1: signs in with WeChat, too. */
  wechat_bound: Generated<number>;
  /** Of whoever brought the member; null for nobody. */
  bound_share_code: Generated<string | null>;
  inviter_id: Generated<number | null>;
  /** When the member was given days for it, and when the inviter was. */
  share_rewarded_at: Generated<number | null>;
  inviter_rewarded_at: Generated<number | null>;
  /** When the account is deleted unless the member changes his mind; null: it is not to be. */
  leaving_at: Generated<number | null>;
  /** Since when nobody gets in any more; what is left of the account has no name. */
  left_at: Generated<number | null>;
};

/** A signed-in browser. The token itself is never stored. */
export type SessionTable = {
  id: Generated<number>;
  member_id: number;
  /** SHA-256 of the token, hex; unique. */
  token_hash: string;
  user_agent: string;
  /** Of its last use that was written down. */
  address: string;
  created_at: number;
  last_used_at: number;
  /** 14 days after the last use, 90 after the beginning at most. */
  expires_at: number;
  /** `{appid} {openid}`: whose WeChat this browser is inside of, for paying there; null when not known. */
  wechat_payer: Generated<string | null>;
};

/** A browser the member has signed in with: it guesses by a count of its own. It opens nothing. */
export type DeviceTable = {
  id: Generated<number>;
  member_id: number;
  /** SHA-256 of what its cookie holds, hex; unique for the member. */
  token_hash: string;
  /** What limits count by, of the address of its last sign-in; '' when it is not known. */
  network: string;
  created_at: number;
  last_used_at: number;
};

/** A member suspended for one software. */
export type SuspensionTable = {
  id: Generated<number>;
  member_id: number;
  software_id: number;
  reason: string;
  created_at: number;
};

/** The deletion of an account, and how far it is; taken up again where it stopped. */
export type MemberDeletionTable = {
  id: Generated<number>;
  /** Unique: what was called off is removed. */
  member_id: number;
  /** `waiting`, `going` or `done`. */
  state: string;
  asked_at: number;
  due_at: number;
  closed_at: number | null;
  /** The table that is being emptied, '' before the first, and the row it has come to. */
  piece: string;
  after_id: number;
  done_at: number | null;
};

/** The user name of a deleted account. Nobody gets it again, so that nobody is taken for whoever had it. */
export type RetiredNameTable = {
  id: Generated<number>;
  /** Argon2id of the name as it is compared; unique. */
  name_hash: string;
  created_at: number;
};
