import type { IncomingMessage, ServerResponse } from 'node:http';

export const TEXT_TYPE = 'text/plain; charset=utf-8';

/** Handles requests for one kind of path. */
export type Handler = (
  req: IncomingMessage,
  res: ServerResponse,
  pathname: string,
  requestId: string,
) => Promise<void> | void;

/** Sends a short response that is not cached. */
export const sendPlainReply = (
  res: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: readonly (readonly [string, string])[],
): void => {
  res.writeHead(status, [
    'Content-Type',
    type,
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Cache-Control',
    'no-store',
    ...headers.flat(),
  ]);
  res.end(body);
};
