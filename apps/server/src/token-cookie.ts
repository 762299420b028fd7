import { cookieValue } from './cookie.ts';

const NAME = 'auto-token';

/** Cheap and on the safe side: a page for this visitor does not come from the cache. */
export const hasTokenCookie = (header: string | undefined): boolean =>
  header !== undefined && header.includes(`${NAME}=`);

/** The visitor's token; pages read it from the cookie, the API only from its header. */
export const cookieToken = (header: string | undefined): string => {
  const value = cookieValue(header, NAME) ?? '';
  // Anything else cannot be a token, and must not reach a header.
  return /^[\w.~+/=-]{1,512}$/.test(value) ? value : '';
};
