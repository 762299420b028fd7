/** Digits of a code, how long it is good, how often it may be typed. */
export const CODE_LENGTH = 6;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
/** Seconds between two codes that one asker gets sent to the same e-mail address or telephone. */
export const CODE_GAP_S = 60;
/** Codes a day, in China’s days, that one asker gets sent to one target, */
export const CODES_PER_ASKER = {
  /** Visitors of one neighbourhood of addresses (IPv4 /24, IPv6 /48), in browsers the account does not know. */
  stranger: { email: 4, phone: 2 },
  /** A browser the account knows. */
  owner: { email: 6, phone: 3 },
  /** A member who binds the target. */
  member: { email: 6, phone: 3 },
  /** The same, once the member has paid for an order. */
  paying: { email: 10, phone: 5 },
} as const;
/** all strangers together, and as many all members who have not paid, */
export const CODES_PER_TARGET = { email: 20, phone: 10 } as const;
/** the owner of it in all browsers, */
export const CODES_PER_OWNER = { email: 10, phone: 5 } as const;
/** one member, by mail and by text each, */
export const CODES_PER_MEMBER = 20;
/** and that are asked for from one network address by each of the four kinds of askers. */
export const CODES_PER_ADDRESS = { email: 60, phone: 20 } as const;
/** Characters of an e-mail address (RFC 5321 §4.5.3.1.3), and digits of a mobile telephone in China. */
export const EMAIL_LENGTH = 254;
export const PHONE_LENGTH = 11;
export const CODE_TICKET_LENGTH = 43;
