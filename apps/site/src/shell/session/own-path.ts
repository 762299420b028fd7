const BASE = 'http://own.invalid';
// Browsers drop tabs and line breaks inside an address and read \ as /, so either can smuggle in another host.
const SUSPICIOUS = /[\\\u0000-\u0020\u007f]/;

/** The address when it is a path of this site, otherwise null. No scheme, no host, in no disguise. */
export const ownPath = (to: unknown): string | null => {
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
  // `/.//host` normalises to a path with two leading slashes, which is a host to whoever reads it next
  if (url.origin !== BASE || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
};
