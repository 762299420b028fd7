import type { Generated } from 'kysely';

/** A passkey (public key). */
export type PasskeyTable = {
  id: Generated<number>;
  member_id: number;
  /** Base64url; unique. */
  credential_id: string;
  /** COSE key (RFC 9052 §7), base64url. */
  public_key: string;
  /** WebAuthn user handle: random, the same for all passkeys of a member. Base64url. */
  user_handle: string;
  /** Host name it was created for. */
  rp_id: string;
  /** Signature counter at the last use; 0 from authenticators without a counter. */
  sign_count: number;
  /** JSON list of transports. */
  transports: string;
  /** 1: the passkey provider syncs it between devices. */
  is_synced: number;
  name: string;
  created_at: number;
  /** Null when never used. */
  last_used_at: number | null;
};

/** A WebAuthn challenge; valid once, until it expires. */
export type PasskeyChallengeTable = {
  id: Generated<number>;
  /** Base64url of 256 random bits; unique. */
  challenge: string;
  /** SHA-256, hex, of a secret only the starting browser has; null when it belongs to a session. */
  browser_hash: string | null;
  /** Member and session that add a passkey; null for a sign-in. */
  member_id: number | null;
  session_id: number | null;
  /** User handle for the new passkey; '' for a sign-in. */
  user_handle: string;
  expires_at: number;
};
