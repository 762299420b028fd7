import { readdir, readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { WORKER_POLICY } from './csp.ts';
import { type Encoding, negotiate } from './encoding.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webm': 'video/webm',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};

const SUFFIX: Record<Exclude<Encoding, 'identity'>, string> = { br: '.br', gzip: '.gz' };

/** Whether the build made it of a file `x-worker.ts`. */
const isWorker = (name: string): boolean => name.includes('-worker-') && name.endsWith('.js');

type Asset = { type: string; isWorker: boolean; variants: Partial<Record<Encoding, Buffer>> };

export type Assets = (req: IncomingMessage, res: ServerResponse, pathname: string) => number;

/** The names are content hashes: an address never changes its bytes. Held in memory; the whole build is a few MB. */
export const loadAssets = async (
  clientDir: string,
  extra: readonly (readonly [string, string])[],
): Promise<Assets> => {
  const dir = join(clientDir, 'assets');
  const assets = new Map<string, Asset>();
  const names = await readdir(dir, { recursive: true });
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (!type || !(await stat(join(dir, name))).isFile()) continue;
    const variants: Asset['variants'] = { identity: await readFile(join(dir, name)) };
    for (const encoding of ['br', 'gzip'] as const) {
      if (names.includes(name + SUFFIX[encoding]))
        variants[encoding] = await readFile(join(dir, name + SUFFIX[encoding]));
    }
    assets.set(`/assets/${name.replaceAll('\\', '/')}`, {
      type,
      isWorker: isWorker(name),
      variants,
    });
  }

  return (req, res, pathname) => {
    const asset = assets.get(pathname);
    if (!asset) {
      // Not the error page: somebody's old page asks for a script, and would run what it gets.
      res.writeHead(404, [
        'Content-Type',
        'text/plain; charset=utf-8',
        'Cache-Control',
        'no-store',
        ...extra.flat(),
      ]);
      res.end('404');
      return 404;
    }
    const wanted = negotiate(req.headers['accept-encoding']);
    const encoding = asset.variants[wanted] ? wanted : 'identity';
    const body = asset.variants[encoding] ?? Buffer.alloc(0);
    res.writeHead(200, [
      'Content-Type',
      asset.type,
      'Content-Length',
      String(body.length),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      'Cache-Control',
      'public, max-age=31536000, immutable',
      'Vary',
      'Accept-Encoding',
      ...(asset.isWorker ? ['Content-Security-Policy', WORKER_POLICY] : []),
      ...extra.flat(),
    ]);
    res.end(req.method === 'HEAD' ? undefined : body);
    return 200;
  };
};
