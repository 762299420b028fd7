import { cookieValue } from '../cookie.ts';

/** A secret a browser keeps for the calls; scripts never see it. */
type Kept = { name: string; maxAgeS: number };

/** What a browser keeps of a sign-in, so that the next one is not a stranger's, as long as the server. It opens nothing. */
export const DEVICE: Kept = { name: 'yb-device', maxAgeS: 15_552_000 };
/** Which browser began to sign in with WeChat: only there the way back leads in. */
export const WECHAT: Kept = { name: 'yb-wechat', maxAgeS: 600 };
/** Which browser was asked for a passkey: only there the answer signs in. */
export const PASSKEY: Kept = { name: 'yb-passkey', maxAgeS: 300 };

const cookies = new WeakMap<Request, string[]>();

/** What the browser has kept; '' when nothing. */
export const keptBy = (request: Request, { name }: Kept): string =>
  cookieValue(request.headers.get('cookie') ?? undefined, name) ?? '';

/** Has the reply to this request give the browser a secret, which only the calls get. */
export const keepSecret = (
  request: Request,
  { name, maxAgeS }: Kept,
  secret: string,
  publicUrl: string,
): void => {
  const attributes = ['Path=/np', `Max-Age=${maxAgeS}`, 'HttpOnly', 'SameSite=Lax'];
  if (publicUrl.startsWith('https:')) attributes.push('Secure');
  const kept = [`${name}=${secret}`, ...attributes].join('; ');
  cookies.set(request, [...(cookies.get(request) ?? []), kept]);
};

/** The reply, with what its browser is to keep. */
export const withCookies = (request: Request, response: Response): Response => {
  for (const cookie of cookies.get(request) ?? []) response.headers.append('Set-Cookie', cookie);
  return response;
};
