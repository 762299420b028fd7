import { readCookie } from '../http/cookie.ts';

/** A secret stored in an HttpOnly cookie and sent only to API calls. */
type SecretCookie = { name: string; maxAgeS: number };

/**
 * Marks a browser that signed in before, so that its next sign-in is not treated as unknown.
 * Lifetime equals the record on the server. It grants no access.
 */
export const DEVICE_COOKIE: SecretCookie = { name: 'yb-device', maxAgeS: 15_552_000 };
/** Marks the browser that started a WeChat sign-in. The redirect completes only in this browser. */
export const WECHAT_COOKIE: SecretCookie = { name: 'yb-wechat', maxAgeS: 600 };
/**
 * Marks the browser that requested a passkey challenge. The response signs in only in this browser.
 */
export const PASSKEY_COOKIE: SecretCookie = { name: 'yb-passkey', maxAgeS: 300 };

const cookies = new WeakMap<Request, string[]>();

/** Value of the cookie, '' when missing. */
export const readSecretCookie = (request: Request, { name }: SecretCookie): string =>
  readCookie(request.headers.get('cookie') ?? undefined, name) ?? '';

/**
 * Adds a `Set-Cookie` header to the response of this request. The cookie is sent to API calls only.
 */
export const setSecretCookie = (
  request: Request,
  { name, maxAgeS }: SecretCookie,
  secret: string,
  publicUrl: string,
): void => {
  const attributes = ['Path=/np', `Max-Age=${maxAgeS}`, 'HttpOnly', 'SameSite=Lax'];
  if (publicUrl.startsWith('https:')) attributes.push('Secure');
  const cookieText = [`${name}=${secret}`, ...attributes].join('; ');
  cookies.set(request, [...(cookies.get(request) ?? []), cookieText]);
};

/** Adds the recorded cookies of the request to its response. */
export const appendQueuedCookies = (request: Request, response: Response): Response => {
  for (const cookie of cookies.get(request) ?? []) response.headers.append('Set-Cookie', cookie);
  return response;
};
