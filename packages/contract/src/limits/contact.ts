/** Digits of a code, how long it is good, how often it may be typed. */
export const CODE_LENGTH = 6;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
/** Seconds between two codes to the same e-mail address or telephone. */
export const CODE_GAP_S = 60;
/**
 * Codes a day, in China’s days: to one target by strangers, as many each by members who would bind it, by browsers and from
 * networks its owner has signed in from,
 */
export const CODES_PER_TARGET = { email: 10, phone: 5 } as const;
/** of those strangers may ask for, so many from one neighbourhood of addresses (IPv4 /24, IPv6 /48) or one such network, */
export const CODES_PER_TARGET_NEAR = { email: 6, phone: 3 } as const;
/** of one member, */
export const CODES_PER_MEMBER = 20;
/** and asked for from one network address. */
export const CODES_PER_ADDRESS = { email: 60, phone: 20 } as const;
/** Characters of an e-mail address (RFC 5321 §4.5.3.1.3), and digits of a mobile telephone in China. */
export const EMAIL_LENGTH = 254;
export const PHONE_LENGTH = 11;
export const CODE_TICKET_LENGTH = 43;
