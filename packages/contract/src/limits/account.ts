/** Characters of a user name; the minimum is lower for names with Chinese characters. */
export const USERNAME_LENGTH = { min: 4, minChinese: 2, max: 32 } as const;
export const PASSWORD_LENGTH = { min: 8, max: 72 } as const;
/**
 * Limits for a password, or a name, phone number or e-mail address, that is only compared with a
 * stored one.
 */
export const ANY_PASSWORD_LENGTH = 200;
export const ANY_USERNAME_LENGTH = 254;
/** Length of a nickname, counted in code points. */
export const NICKNAME_LENGTH = { min: 1, max: 20 } as const;
export const INTRO_LENGTH = 200;
export const COMPANY_LENGTH = 60;
export const PICTURE_ADDRESS_LENGTH = 200;
/** Characters of a member’s share code. */
export const MEMBER_CODE_LENGTH = 7;
/** Days after sign-up in which a share code can be bound, and VIP days for both members. */
export const SHARE_BIND_DAYS = 30;
export const SHARE_VIP_DAYS = 7;
/**
 * Printed labels after which a new member counts like a paying one, and maximum rewards of an
 * inviter per year.
 */
export const SHARE_REWARD_LABELS = 20;
export const MAX_SHARE_REWARDS_PER_YEAR = 10;
/** Days in which a requested account deletion can be cancelled. */
export const DELETION_DAYS = 7;
/** Minutes after sign-in in which a member without a password may request account deletion. */
export const REAUTHENTICATION_MINUTES = 10;
/** Data exports per member and day. */
export const EXPORTS_PER_DAY = 5;
