/** Characters of a user name; one with Chinese in it may be shorter. */
export const USERNAME_LENGTH = { min: 4, minChinese: 2, max: 32 } as const;
export const PASSWORD_LENGTH = { min: 8, max: 72 } as const;
/** A password or a name that is only compared with one there is. */
export const ANY_PASSWORD_LENGTH = 200;
export const ANY_USERNAME_LENGTH = 64;
/** As people count characters. */
export const NICKNAME_LENGTH = { min: 1, max: 20 } as const;
export const INTRO_LENGTH = 200;
export const COMPANY_LENGTH = 60;
export const PICTURE_ADDRESS_LENGTH = 200;
