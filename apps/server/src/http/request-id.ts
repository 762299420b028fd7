import type { IncomingMessage } from 'node:http';

/**
 * Sets the ID that handlers log and return. Visitors cannot choose it. Overwrites headers in place:
 * Node has already counted them and reads past the end if some are removed.
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
