import { cookieValue } from '../cookie.ts';

/** What a browser keeps of a sign-in, so that the next one is not a stranger's. It opens nothing. */
const NAME = 'yb-device';
/** As long as the server remembers it: 180 days. */
const MAX_AGE_S = 15_552_000;

const cookies = new WeakMap<Request, string>();

/** What the browser has kept; '' when nothing. */
export const deviceOf = (request: Request): string =>
  cookieValue(request.headers.get('cookie') ?? undefined, NAME) ?? '';

/** Has the reply to this request give the browser a secret. Scripts never see it, and only the calls get it. */
export const keepDevice = (request: Request, secret: string, publicUrl: string): void => {
  const attributes = ['Path=/np', `Max-Age=${MAX_AGE_S}`, 'HttpOnly', 'SameSite=Lax'];
  if (publicUrl.startsWith('https:')) attributes.push('Secure');
  cookies.set(request, [`${NAME}=${secret}`, ...attributes].join('; '));
};

/** The reply, with what its browser is to keep. */
export const withDevice = (request: Request, response: Response): Response => {
  const cookie = cookies.get(request);
  if (cookie) response.headers.append('Set-Cookie', cookie);
  return response;
};
