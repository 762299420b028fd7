import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

const DAY_S = 86_400;

export const createFaviconSender = (headers: [string, string][]) => {
  const icon = readFileSync(join(import.meta.dirname, 'favicon.ico'));
  return (req: IncomingMessage, res: ServerResponse): void => {
    res.writeHead(200, [
      'Content-Type',
      'image/x-icon',
      'Content-Length',
      String(icon.length),
      'Cache-Control',
      `public, max-age=${DAY_S}`,
      ...headers.flat(),
    ]);
    res.end(req.method === 'HEAD' ? undefined : icon);
  };
};
