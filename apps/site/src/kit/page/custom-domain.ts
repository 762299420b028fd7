/**
 * Custom domain of a software. There `/` is the home page of the software and paths have no alias,
 * except that `/tools*` is the same on all hosts. Routes only know paths with the alias; these
 * functions convert.
 */

const isPathUnder = (path: string, root: string): boolean =>
  path === root || path.startsWith(`${root}/`);

/**
 * Converts a path of the routes to a path on the custom domain. Returns null when the path does not
 * belong to the software.
 */
export const toCustomDomainPath = (alias: string, path: string): string | null => {
  const root = `/${alias}`;
  if (isPathUnder(path, '/tools') || isPathUnder(path, `${root}/tools`)) return path;
  return isPathUnder(path, root) ? path.slice(root.length) || '/' : null;
};

/** Converts a path on the custom domain to a path of the routes. */
export const toMainHostPath = (alias: string, path: string): string => {
  const root = `/${alias}`;
  if (isPathUnder(path, '/tools') || isPathUnder(path, root)) return path;
  return path === '/' ? root : root + path;
};

/** Returns the origin with another host name, and the same scheme and port. */
export const replaceOriginHost = (origin: string, domain: string): string => {
  const url = new URL(origin);
  url.hostname = domain;
  return url.origin;
};

/**
 * Returns the canonical URL: on the custom domain when there is one, otherwise on the main host.
 */
export const getCanonicalUrl = (
  mainOrigin: string,
  path: string,
  software?: { alias: string; domain: string | null },
): string => {
  const ownPath =
    software?.domain && !isPathUnder(path, '/tools')
      ? toCustomDomainPath(software.alias, path)
      : null;
  return ownPath !== null && software?.domain
    ? replaceOriginHost(mainOrigin, software.domain) + ownPath
    : mainOrigin + path;
};

/**
 * Path rewrites of the router for a custom domain. Paths outside the software belong to the main
 * host.
 */
export const createCustomDomainRewrite = (ownAlias: string, mainOrigin: string) => {
  const alias = encodeURIComponent(ownAlias);
  return {
    input: ({ url }: { url: URL }): URL => {
      url.pathname = toMainHostPath(alias, url.pathname);
      return url;
    },
    output: ({ url }: { url: URL }): URL => {
      const domainPath = toCustomDomainPath(alias, url.pathname);
      if (domainPath === null) return new URL(mainOrigin + url.pathname + url.search + url.hash);
      url.pathname = domainPath;
      return url;
    },
  };
};
