import type { Generated } from 'kysely';

/**
 * A requested verification code and its purpose. Deleted after expiry; bound contacts are stored in
 * `member`.
 */
export type ContactCodeTable = {
  id: Generated<number>;
  /**
   * The account the code applies to; null when there is none. Such a code is stored and compared
   * all the same.
   */
  member_id: number | null;
  /** `bind` or `reset`. */
  purpose: string;
  /** `email` or `phone`. */
  kind: string;
  /** E-mail address or phone number it was sent to. */
  target: string;
  /** SHA-256, hex, of the ticket given only to the requesting page; unique. */
  ticket_hash: string;
  /**
   * SHA-256, hex, of ticket and code together, because a hash of the code alone could be
   * brute-forced.
   */
  code_hash: string;
  /** Number of attempts to enter the code. */
  tries: number;
  /** `sending`, `sent`, `failed` or `used`. */
  state: string;
  /** Reason of the failure as text for the member; '' otherwise. */
  why: string;
  created_at: number;
  expires_at: number;
};

/** Daily counters for the limits on verification codes. */
export type CodeCountTable = {
  id: Generated<number>;
  /** SHA-256, hex, of the day and the counted target or requester; unique. */
  count_key: string;
  /** China day, `2026-11-21`. */
  day: string;
  count: number;
  last_at: number;
};

/** Subscription to the daily e-mail with unread notices, and its state. */
export type NoticeDigestTable = {
  id: Generated<number>;
  /** Unique. */
  member_id: number;
  /** 0: unsubscribed; `day` is kept. */
  wanted: number;
  /** Token of the unsubscribe link; 256 random bits, unique. */
  token: string;
  /** China day, `2026-11-21`, of the last e-mail that was started; '' before the first. */
  day: string;
  /** Newest notice included in an e-mail. */
  last_notice_id: number;
  /** Consecutive failed attempts, and time of the next attempt. */
  tries: number;
  next_at: number;
  /** Lease: worker that processes the row, and when the lease expires. */
  lease: string;
  lease_until: number;
  created_at: number;
};
