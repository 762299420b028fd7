import { readdir, readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { WORKER_POLICY } from './csp.ts';
import { type Encoding, negotiateContentEncoding } from './encoding.ts';

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

/** Whether the build created it from a file `x-worker.ts`. */
const isWorkerScript = (name: string): boolean => name.includes('-worker-') && name.endsWith('.js');

type Asset = { type: string; isWorker: boolean; variants: Partial<Record<Encoding, Buffer>> };

export type Assets = (req: IncomingMessage, res: ServerResponse, pathname: string) => number;

/** Reads the files of the folder with their compressed variants. Keys are paths of addresses. */
const readAssets = async (dir: string): Promise<ReadonlyMap<string, Asset>> => {
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
      isWorker: isWorkerScript(name),
      variants,
    });
  }
  return assets;
};

/**
 * Loads the client build, a few MB, into memory. File names contain content hashes, so the content
 * of an address never changes.
 */
export const createAssetHandler = async (
  clientDir: string,
  extra: readonly (readonly [string, string])[],
): Promise<Assets> => {
  const assets = await readAssets(join(clientDir, 'assets'));

  return (req, res, pathname) => {
    const asset = assets.get(pathname);
    if (!asset) {
      // Plain text, not the error page: an outdated page that requests a script would run the
      // response.
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
    const preferredEncoding = negotiateContentEncoding(req.headers['accept-encoding']);
    const encoding = asset.variants[preferredEncoding] ? preferredEncoding : 'identity';
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
