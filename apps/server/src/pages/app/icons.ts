import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { APP_ICONS, type AppIcon, drawAppIcon } from '@yunbiao/services';
import { getIconPath } from './manifest.ts';

const DAY_S = 86_400;

const NAMES = new Map(
  (Object.keys(APP_ICONS) as AppIcon[]).map((name) => [getIconPath(name), name] as const),
);

/** Creates the handler for the app icons. Each is drawn when it is first asked for. */
export const createAppIconSender = (headers: [string, string][]) => {
  const drawn = new Map<AppIcon, { png: Buffer; etag: string }>();
  const getIcon = (name: AppIcon): { png: Buffer; etag: string } => {
    const cached = drawn.get(name);
    if (cached) return cached;
    const png = drawAppIcon(name);
    const hash = createHash('sha256').update(png).digest('base64url').slice(0, 22);
    const icon = { png, etag: `"${hash}"` };
    drawn.set(name, icon);
    return icon;
  };
  return {
    matchesPath: (pathname: string): boolean => NAMES.has(pathname),
    send: (req: IncomingMessage, res: ServerResponse, pathname: string): void => {
      const name = NAMES.get(pathname);
      if (!name) return;
      const { png, etag } = getIcon(name);
      const common = ['ETag', etag, 'Cache-Control', `public, max-age=${DAY_S}`, ...headers.flat()];
      if (req.headers['if-none-match'] === etag) return void res.writeHead(304, common).end();
      const own = ['Content-Type', 'image/png', 'Content-Length', String(png.length)];
      res.writeHead(200, [...own, ...common]);
      res.end(req.method === 'HEAD' ? undefined : png);
    },
  };
};
