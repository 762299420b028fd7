import type { Generated } from 'kysely';

/** A passkey: its public half. */
export type PasskeyTable = {
  id: Generated<number>;
  member_id: number;
  /** Base64url; unique. */
  credential_id: string;
  /** COSE key (RFC 9052 §7), base64url. */
  public_key: string;
  /** By which the authenticator knows the member: random, the same for all of one member's. Base64url. */
  user_handle: string;
  /** Host name it was made for. */
  rp_id: string;
  /** Of the last use; 0 from authenticators that do not count. */
  sign_count: number;
  /** JSON list of how the authenticator is reached. */
  transports: string;
  /** 1: whoever keeps it copies it between devices. */
  is_synced: number;
  name: string;
  created_at: number;
  /** Null: never yet. */
  last_used_at: number | null;
};

/** What a browser was asked; good once, until it is over. */
export type PasskeyChallengeTable = {
  id: Generated<number>;
  /** Base64url of 256 random bits; unique. */
  challenge: string;
  /** SHA-256, hex, of what only the browser that began has; null when it is asked of a session. */
  browser_hash: string | null;
  /** Who adds a passkey, and in which session; null when somebody signs in. */
  member_id: number | null;
  session_id: number | null;
  /** By which the authenticator is to know who adds it; '' when somebody signs in. */
  user_handle: string;
  expires_at: number;
};
