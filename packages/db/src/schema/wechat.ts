import type { Generated } from 'kysely';

/** Somebody's WeChat, as what this site is told of it. */
export type WechatKeyTable = {
  id: Generated<number>;
  member_id: number;
  /** `union …`, the same in all our apps, or `open {appid} …`, of one app alone; unique. */
  identity: string;
  created_at: number;
};

/** A sign-in or a binding with WeChat that is under way. */
export type WechatSignInTable = {
  id: Generated<number>;
  /** `web`, `inside` or `scene`. */
  way: string;
  /** `login`, `bind` or `pay`. */
  purpose: string;
  /** `waiting`, `scanned`, `confirmed`, `cancelled` or `spent`. */
  state: string;
  /** SHA-256, hex, of what WeChat brings back: the nonce of the return address, or the scene of the QR code; unique. */
  key_hash: string;
  /** SHA-256, hex, of what only the browser that began it knows. */
  browser_hash: string;
  /** SHA-256, hex, of what only the one who scanned it was told. */
  confirm_hash: string | null;
  /** Who it is, once WeChat has told. */
  appid: Generated<string>;
  openid: string | null;
  unionid: string | null;
  nickname: Generated<string>;
  /** Where it was begun. */
  origin: string;
  to_path: string;
  user_agent: string;
  address: string;
  /** Whose account the WeChat is to be bound to, or who pays. */
  member_id: number | null;
  /** The session that pays. */
  session_id: Generated<number | null>;
  created_at: number;
  expires_at: number;
};
