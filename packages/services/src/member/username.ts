/** What user names are compared by: NFKC and case-folded, so that `ＡＢcd` and `abcd` are one name. */
export const usernameKey = (username: string): string =>
  username.trim().normalize('NFKC').toUpperCase().toLowerCase();
