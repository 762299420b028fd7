/** Characters of a user name; one with Chinese in it may be shorter. */
export const USERNAME_LENGTH = { min: 4, minChinese: 2, max: 32 } as const;
export const PASSWORD_LENGTH = { min: 8, max: 72 } as const;
/** A password, or a name, a telephone or an e-mail address, that is only compared with one there is. */
export const ANY_PASSWORD_LENGTH = 200;
export const ANY_USERNAME_LENGTH = 254;
/** As people count characters. */
export const NICKNAME_LENGTH = { min: 1, max: 20 } as const;
export const INTRO_LENGTH = 200;
export const COMPANY_LENGTH = 60;
export const PICTURE_ADDRESS_LENGTH = 200;
/** Characters of a member’s share code. */
export const MEMBER_CODE_LENGTH = 7;
/** Days after sign-up in which a share code may be bound, and days of VIP for both. */
export const SHARE_BIND_DAYS = 30;
export const SHARE_VIP_DAYS = 7;
/** Labels of a new member that count like a payment, and rewards of one inviter in a year. */
export const SHARE_LABELS = 20;
export const SHARE_YEARLY = 10;
/** Days in which a member who asked for the account to be deleted may change his mind. */
export const DELETION_DAYS = 7;
/** Minutes after a sign-in in which who has no password may ask for it. */
export const FRESH_MINUTES = 10;
/** Exports of all data a member may begin in a day. */
export const EXPORTS_A_DAY = 5;
