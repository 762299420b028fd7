/** Fixed in docs/promises.md. */
export const TOKEN_COOKIE = 'auto-token';
export const TOKEN_MAX_AGE_S = 1_209_600;
const DAY_MS = 86_400_000;
/** Local storage: the remembered token, and when the cookie was last written. */
const REMEMBERED = 'auto-token';
const WRITTEN_AT = 'auto-token-at';

const storage = (): Storage | null => {
  try {
    return localStorage;
  } catch {
    return null;
  }
};

/** Where there is no room, nothing is kept, nor what was there before: the cookie holds by itself. */
const keep = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    storage()?.removeItem(key);
  }
};

/** The `Set-Cookie`-like text for `document.cookie`. */
export const tokenCookie = (token: string, secure: boolean): string =>
  `${TOKEN_COOKIE}=${encodeURIComponent(token)}; Path=/; Max-Age=${token ? TOKEN_MAX_AGE_S : 0}; SameSite=Lax${secure ? '; Secure' : ''}`;

export const cookieToken = (cookies: string): string => {
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

const writeCookie = (token: string): void => {
  document.cookie = tokenCookie(token, location.protocol === 'https:');
  keep(WRITTEN_AT, String(Date.now()));
};

export const saveToken = (token: string, remember: boolean): void => {
  writeCookie(token);
  if (remember) keep(REMEMBERED, token);
  else storage()?.removeItem(REMEMBERED);
};

export const forgetToken = (): void => {
  document.cookie = tokenCookie('', location.protocol === 'https:');
  storage()?.removeItem(REMEMBERED);
  storage()?.removeItem(WRITTEN_AT);
};

/** The token this browser holds. A remembered one restores a lost cookie; a cookie older than a day is written again. */
export const restoreToken = (): string => {
  const held = cookieToken(document.cookie);
  const remembered = storage()?.getItem(REMEMBERED) ?? '';
  const token = held || remembered;
  if (!token) return '';
  const age = Date.now() - Number(storage()?.getItem(WRITTEN_AT) ?? 0);
  if (!held || age > DAY_MS) writeCookie(token);
  return token;
};
