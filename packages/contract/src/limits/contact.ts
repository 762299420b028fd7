/** Verification code: digits, minutes it is valid, attempts to enter it. */
export const CODE_LENGTH = 6;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
/**
 * Seconds between two codes that one requester sends to the same e-mail address or phone number.
 */
export const CODE_GAP_S = 60;
/** Codes per day (China time) that one requester can send to one target, by kind of requester. */
export const CODES_PER_REQUESTER = {
  /** Visitors of one network (IPv4 /24, IPv6 /48), in browsers the account has not used. */
  stranger: { email: 4, phone: 2 },
  /** A browser the account has used. */
  owner: { email: 6, phone: 3 },
  /** A member who binds the target. */
  member: { email: 6, phone: 3 },
  /** As `member`, after the member has paid for an order. */
  paying: { email: 10, phone: 5 },
} as const;
/**
 * Codes per day to one target from all strangers together; the same limit applies to all non-paying
 * members together.
 */
export const CODES_PER_TARGET = { email: 20, phone: 10 } as const;
/** Codes per day to one target from its owner in all browsers. */
export const CODES_PER_OWNER = { email: 10, phone: 5 } as const;
/** Codes per day of one member, for e-mail and SMS each. */
export const CODES_PER_MEMBER = 20;
/** Codes per day from one IP address, for each of the four kinds of requesters. */
export const CODES_PER_ADDRESS = { email: 60, phone: 20 } as const;
/** Characters of an e-mail address (RFC 5321 §4.5.3.1.3), and digits of a Chinese mobile number. */
export const EMAIL_LENGTH = 254;
export const PHONE_LENGTH = 11;
export const CODE_TICKET_LENGTH = 43;
