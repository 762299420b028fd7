/** Key to compare user names: NFKC and case-folded, so that `ＡＢcd` and `abcd` are the same name. */
export const toUsernameKey = (username: string): string =>
  username.trim().normalize('NFKC').toUpperCase().toLowerCase();
