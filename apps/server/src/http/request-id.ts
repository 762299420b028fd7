import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Ids of reverse proxies: nginx's `$request_id`, UUIDs. Safe in logs, headers and on pages. */
const PROXY_ID = /^[\w-]{16,64}$/;

/**
 * Id of a request, for logs and replies: the one a trusted proxy sent, so that its log has the same
 * one, otherwise a new one. Without a proxy visitors cannot choose it. Behind one they can, unless it
 * overwrites `X-Request-ID` as deploy/nginx.conf does; that of 0.1.0 passes the header on.
 */
export const chooseRequestId = (req: IncomingMessage, trustProxy: boolean): string => {
  const sentId = trustProxy ? req.headers['x-request-id'] : undefined;
  // A header sent twice is joined with a comma, and so refused.
  return typeof sentId === 'string' && PROXY_ID.test(sentId)
    ? sentId
    : randomBytes(9).toString('base64url');
};

/**
 * Sets the ID that handlers log and return. Overwrites headers in place: Node has already counted
 * them and reads past the end if some are removed.
 */
export const setRequestId = (req: IncomingMessage, requestId: string): void => {
  let isNamed = false;
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    if (req.rawHeaders[i]?.toLowerCase() !== 'x-request-id') continue;
    req.rawHeaders[i] = isNamed ? 'X-Request-Id-Again' : 'X-Request-Id';
    req.rawHeaders[i + 1] = requestId;
    isNamed = true;
  }
  if (!isNamed) req.rawHeaders.push('X-Request-Id', requestId);
  req.headers['x-request-id'] = requestId;
};
