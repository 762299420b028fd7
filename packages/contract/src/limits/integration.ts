/** Name of an API key. */
export const KEY_NAME_LENGTH = 40;
/** Active API keys per member. */
export const MAX_KEYS = 20;
/** Entries of a member's IP allow list. */
export const MAX_IP_RULES = 100;
export const IP_REMARK_LENGTH = 40;
/** Longest IP address with prefix: eight groups, dotted tail, `/128`. */
export const NETWORK_LENGTH = 49;
/** Refused attempts shown to a member; older ones are discarded. */
export const MAX_LISTED_IP_REFUSALS = 50;
/** Webhooks per member. */
export const MAX_WEBHOOKS = 20;
export const WEBHOOK_URL_LENGTH = 500;
