import { readCookie } from './cookie.ts';

const NAME = 'auto-token';

/** Cheap check. When true, the page for this visitor does not come from the cache. */
export const hasTokenCookie = (header: string | undefined): boolean =>
  header !== undefined && header.includes(`${NAME}=`);

/** The visitor's token. Pages read it from the cookie, the API only from its header. */
export const readTokenCookie = (header: string | undefined): string => {
  const value = readCookie(header, NAME) ?? '';
  // Any other text cannot be a token and must not reach a header.
  return /^[\w.~+/=-]{1,512}$/.test(value) ? value : '';
};
