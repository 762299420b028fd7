/** Addresses that listen on all interfaces, mapped to loopback. */
const LOOPBACK_BY_WILDCARD: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  '::': '[::1]',
  '[::]': '[::1]',
};

/** Origin of the site on its own machine, without any proxy. */
export const formatLocalOrigin = (host: string, port: number): string => {
  const originHost =
    LOOPBACK_BY_WILDCARD[host] ??
    (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);
  return `http://${originHost}:${port}`;
};
