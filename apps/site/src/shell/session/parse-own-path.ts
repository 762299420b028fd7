const BASE = 'http://own.invalid';
// Browsers drop tabs and line breaks inside an address and read \ as /, so either can hide another
// host.
const SUSPICIOUS = /[\\\u0000-\u0020\u007f]/;

/** Returns the address when it is a path of this site without scheme and host, otherwise null. */
export const parseSameSitePath = (to: unknown): string | null => {
  if (
    typeof to !== 'string' ||
    to.length > 2000 ||
    !to.startsWith('/') ||
    to.startsWith('//') ||
    SUSPICIOUS.test(to)
  )
    return null;
  let url: URL;
  try {
    url = new URL(to, BASE);
  } catch {
    return null;
  }
  // `/.//host` normalizes to a path with two leading slashes, which the next reader takes for a
  // host.
  if (url.origin !== BASE || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
};
