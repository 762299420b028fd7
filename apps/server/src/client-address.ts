import type { IncomingMessage } from 'node:http';

/**
 * Who is at the other end. Behind a proxy that is trusted it is the last address of `X-Forwarded-For`, which the proxy
 * wrote; anything before that came from outside. Null when nothing is known.
 */
export const clientAddress = (
  forwarded: string | null | undefined,
  remote: string | undefined,
  trustProxy: boolean,
): string | null => {
  const written = trustProxy ? forwarded?.split(',').at(-1)?.trim() : undefined;
  return (written || remote)?.replace(/^::ffff:/, '') ?? null;
};

/** The same of a request as Node holds it; '' when nothing is known. */
export const getAddress = (request: IncomingMessage, trustProxy: boolean): string => {
  const forwarded = request.headers['x-forwarded-for'];
  return clientAddress(forwarded?.toString(), request.socket.remoteAddress, trustProxy) ?? '';
};
