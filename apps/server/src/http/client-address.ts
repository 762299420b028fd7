import type { IncomingMessage } from 'node:http';

/**
 * Address of the client. Behind a trusted proxy this is the last address of `X-Forwarded-For`,
 * which the proxy added; earlier ones are untrusted. Null when unknown.
 */
export const resolveClientAddress = (
  forwarded: string | null | undefined,
  remote: string | undefined,
  trustProxy: boolean,
): string | null => {
  const proxyAddress = trustProxy ? forwarded?.split(',').at(-1)?.trim() : undefined;
  return (proxyAddress || remote)?.replace(/^::ffff:/, '') ?? null;
};

/** Address of the client of a Node request; '' when unknown. */
export const getRequestAddress = (request: IncomingMessage, trustProxy: boolean): string => {
  const forwarded = request.headers['x-forwarded-for'];
  return (
    resolveClientAddress(forwarded?.toString(), request.socket.remoteAddress, trustProxy) ?? ''
  );
};
