import { readLocalItem, removeLocalItem, storeLocalItem } from '../../kit/site/local-storage.ts';

/** Name of the cookie of the session token, fixed in docs/promises.md. */
export const TOKEN_COOKIE = 'auto-token';
export const TOKEN_MAX_AGE_S = 1_209_600;
const DAY_MS = 86_400_000;

/** Formats the token for `document.cookie`, like a `Set-Cookie` header. */
export const formatTokenCookie = (token: string, secure: boolean): string =>
  `${TOKEN_COOKIE}=${encodeURIComponent(token)}; Path=/; Max-Age=${token ? TOKEN_MAX_AGE_S : 0}; SameSite=Lax${secure ? '; Secure' : ''}`;

export const parseTokenCookie = (cookies: string): string => {
  for (const part of cookies.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === TOKEN_COOKIE) {
      try {
        return decodeURIComponent(part.slice(at + 1).trim());
      } catch {
        return '';
      }
    }
  }
  return '';
};

const writeTokenCookie = (token: string): void => {
  document.cookie = formatTokenCookie(token, location.protocol === 'https:');
  storeLocalItem('tokenWrittenAt', String(Date.now()));
};

export const saveToken = (token: string, remember: boolean): void => {
  writeTokenCookie(token);
  if (remember) storeLocalItem('rememberedToken', token);
  else removeLocalItem('rememberedToken');
};

export const clearToken = (): void => {
  document.cookie = formatTokenCookie('', location.protocol === 'https:');
  removeLocalItem('rememberedToken');
  removeLocalItem('tokenWrittenAt');
};

/**
 * Returns the token of this browser. Restores a lost cookie from local storage, and renews a cookie
 * older than one day.
 */
export const restoreToken = (): string => {
  const browserToken = parseTokenCookie(document.cookie);
  const remembered = readLocalItem('rememberedToken') ?? '';
  const token = browserToken || remembered;
  if (!token) return '';
  const age = Date.now() - Number(readLocalItem('tokenWrittenAt') ?? 0);
  if (!browserToken || age > DAY_MS) writeTokenCookie(token);
  return token;
};
