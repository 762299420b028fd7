import type { Generated } from 'kysely';

/** A WeChat identity bound to a member. */
export type WechatKeyTable = {
  id: Generated<number>;
  member_id: number;
  /** `union …`, shared by all our apps, or `open {appid} …`, of a single app; unique. */
  identity: string;
  created_at: number;
};

/** A pending sign-in or binding with WeChat. */
export type WechatSignInTable = {
  id: Generated<number>;
  /** `web`, `inside` or `scene`. */
  way: string;
  /** `login`, `bind` or `pay`. */
  purpose: string;
  /** `waiting`, `scanned`, `confirmed`, `cancelled` or `spent`. */
  state: string;
  /** SHA-256, hex, of the nonce in the return URL, or of the QR code's scene; unique. */
  key_hash: string;
  /** SHA-256, hex, of a secret only the starting browser has. */
  browser_hash: string;
  /** SHA-256, hex, of a secret only the scanning user received. */
  confirm_hash: string | null;
  /** Identity of the user, once WeChat has reported it. */
  appid: Generated<string>;
  openid: string | null;
  unionid: string | null;
  nickname: Generated<string>;
  /** Origin and page where it started. */
  origin: string;
  to_path: string;
  user_agent: string;
  address: string;
  /** Member to bind the WeChat identity to, or who pays. */
  member_id: number | null;
  /** Session of the payment. */
  session_id: Generated<number | null>;
  created_at: number;
  expires_at: number;
};
