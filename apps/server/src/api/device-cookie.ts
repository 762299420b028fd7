import { cookieValue } from '../cookie.ts';

/** What a browser keeps of a sign-in, so that the next one is not a stranger's. It opens nothing. */
const NAME = 'yb-device';
/** As long as the server remembers it: 180 days. */
const MAX_AGE_S = 15_552_000;

/** What the browser has kept; '' when nothing. */
export const deviceOf = (request: Request): string =>
  cookieValue(request.headers.get('cookie') ?? undefined, NAME) ?? '';

/** Scripts never see it, and only the calls get it. */
export const deviceCookie = (secret: string, publicUrl: string): string =>
  [
    `${NAME}=${secret}`,
    'Path=/np',
    `Max-Age=${MAX_AGE_S}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');
