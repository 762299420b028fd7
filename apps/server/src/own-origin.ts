/** Listening on every address includes this machine's own. */
const OWN: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  '::': '[::1]',
  '[::]': '[::1]',
};

/** The site as its own machine reaches it, past any proxy. */
export const ownOrigin = (host: string, port: number): string => {
  const own = OWN[host] ?? (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);
  return `http://${own}:${port}`;
};
