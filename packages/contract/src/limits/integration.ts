/** What a key is called by its member. */
export const KEY_NAME_LENGTH = 40;
/** Keys of one member that are not revoked. */
export const MAX_KEYS = 20;
/** Rules of one member's white list. */
export const MAX_IP_RULES = 100;
export const IP_REMARK_LENGTH = 40;
/** The longest address with its prefix: eight groups, a dotted tail, `/128`. */
export const NETWORK_LENGTH = 49;
/** Attempts from elsewhere that a member is shown; older ones give way. */
export const IP_REFUSALS_SHOWN = 50;
/** Addresses of one member that are told of batches. */
export const MAX_WEBHOOKS = 20;
export const WEBHOOK_URL_LENGTH = 500;
