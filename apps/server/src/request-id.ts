import type { IncomingMessage } from 'node:http';

/**
 * Handlers log and answer under the id; a visitor does not choose it. Written over in place: Node has counted the
 * headers, and reads past their end when there are fewer.
 */
export const nameRequest = (req: IncomingMessage, requestId: string): void => {
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
