import type { Generated } from 'kysely';

/** A code that was asked for, and what it opens. Kept until it is over; what is bound is in `member`. */
export type ContactCodeTable = {
  id: Generated<number>;
  /** Whose account it opens something of; null when nobody's: it is kept and compared all the same. */
  member_id: number | null;
  /** `bind` or `reset`. */
  purpose: string;
  /** `email` or `phone`. */
  kind: string;
  /** Where it was sent. */
  target: string;
  /** SHA-256, hex, of what only the page that asked was given; unique. */
  ticket_hash: string;
  /** SHA-256, hex, of that and the code together: of a code alone all could be tried. */
  code_hash: string;
  /** Codes that were typed. */
  tries: number;
  /** `sending`, `sent`, `failed` or `used`. */
  state: string;
  /** Why it failed, in words for the member; '' otherwise. */
  why: string;
  created_at: number;
  expires_at: number;
};

/** How many codes a day somebody was sent, or asked for. */
export type CodeCountTable = {
  id: Generated<number>;
  /** SHA-256, hex, of the day and of who or what is counted; unique. */
  count_key: string;
  /** Of China, `2026-11-21`. */
  day: string;
  count: number;
  last_at: number;
};

/** A member's wish for a letter a day with the unread notices, and how far that is. */
export type NoticeDigestTable = {
  id: Generated<number>;
  /** Unique. */
  member_id: number;
  /** 0: not, or not any more; the day stays. */
  wanted: number;
  /** In the link that ends them; 256 random bits, unique. */
  token: string;
  /** Of China, `2026-11-21`: the last one that was begun; '' before the first. */
  day: string;
  /** The newest notice a letter told of. */
  last_notice_id: number;
  /** Tries in a row that failed, and when the next may be. */
  tries: number;
  next_at: number;
  /** Who is at it, and until when nobody else is. */
  lease: string;
  lease_until: number;
  created_at: number;
};
