/**
 * A software's own host name. There `/` is the software's home and addresses leave its alias out, except that `/tools*`
 * keeps its meaning on every host. Routes know only the addresses with the alias: these two translate.
 */

const isUnder = (path: string, root: string): boolean =>
  path === root || path.startsWith(`${root}/`);

/** The address as routes know it → as the own host writes it; null when it is no address of that software. */
export const toOwn = (alias: string, path: string): string | null => {
  const root = `/${alias}`;
  if (isUnder(path, '/tools') || isUnder(path, `${root}/tools`)) return path;
  return isUnder(path, root) ? path.slice(root.length) || '/' : null;
};

/** The address as the own host writes it → as routes know it. */
export const fromOwn = (alias: string, path: string): string => {
  const root = `/${alias}`;
  if (isUnder(path, '/tools') || isUnder(path, root)) return path;
  return path === '/' ? root : root + path;
};

/** The same scheme and port under another host name. */
export const originAt = (origin: string, domain: string): string => {
  const url = new URL(origin);
  url.hostname = domain;
  return url.origin;
};

/** The canonical address: under the software's own host when it has one, else under the main one. */
export const getAddress = (
  mainOrigin: string,
  path: string,
  software?: { alias: string; domain: string | null },
): string => {
  const own = software?.domain && !isUnder(path, '/tools') ? toOwn(software.alias, path) : null;
  return own !== null && software?.domain
    ? originAt(mainOrigin, software.domain) + own
    : mainOrigin + path;
};

/** The router's two translations on a software's own host. What is no address of that software is the main host's. */
export const ownHostRewrite = (ownAlias: string, mainOrigin: string) => {
  const alias = encodeURIComponent(ownAlias);
  return {
    input: ({ url }: { url: URL }): URL => {
      url.pathname = fromOwn(alias, url.pathname);
      return url;
    },
    output: ({ url }: { url: URL }): URL => {
      const own = toOwn(alias, url.pathname);
      if (own === null) return new URL(mainOrigin + url.pathname + url.search + url.hash);
      url.pathname = own;
      return url;
    },
  };
};
