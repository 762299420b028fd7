import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative } from 'node:path';
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

/** Pieces of the label fonts are most of the bytes, and few of them are ever requested. */
const isReadOnRequest = (name: string): boolean => name.endsWith('.ttf');

type Asset = {
  type: string;
  isWorker: boolean;
  encodings: ReadonlySet<Encoding>;
  /** Null when the file is gone. */
  read: (encoding: Encoding) => Buffer | null;
};

export type Assets = (req: IncomingMessage, res: ServerResponse, pathname: string) => number;

const readIfPresent = (path: string): Buffer | null => {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
};

/** Reads each variant once: now, or when it is first requested. */
const createVariantReader = (path: string, encodings: Iterable<Encoding>): Asset['read'] => {
  const variants = new Map<Encoding, Buffer>();
  const read: Asset['read'] = (encoding) => {
    const kept = variants.get(encoding);
    if (kept) return kept;
    const bytes = readIfPresent(encoding === 'identity' ? path : path + SUFFIX[encoding]);
    if (bytes) variants.set(encoding, bytes);
    return bytes;
  };
  if (!isReadOnRequest(path)) for (const encoding of encodings) read(encoding);
  return read;
};

/** Lists the files of the folder with their compressed variants. Keys are paths of addresses. */
const readAssets = (dir: string): ReadonlyMap<string, Asset> => {
  const assets = new Map<string, Asset>();
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const paths = new Set(
    entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  );
  for (const path of paths) {
    const type = TYPES[extname(path)];
    if (!type) continue;
    const name = relative(dir, path).replaceAll('\\', '/');
    const compressed = (['br', 'gzip'] as const).filter((one) => paths.has(path + SUFFIX[one]));
    const encodings = new Set<Encoding>(['identity', ...compressed]);
    assets.set(`/assets/${name}`, {
      type,
      isWorker: isWorkerScript(name),
      encodings,
      read: createVariantReader(path, encodings),
    });
  }
  return assets;
};

/**
 * Loads the client build, a dozen MB, into memory without waiting between its thousand files. File
 * names contain content hashes, so the content of an address never changes.
 */
export const createAssetHandler = (
  clientDir: string,
  extra: readonly (readonly [string, string])[],
): Assets => {
  const assets = readAssets(join(clientDir, 'assets'));

  return (req, res, pathname) => {
    const asset = assets.get(pathname);
    const preferredEncoding = negotiateContentEncoding(req.headers['accept-encoding']);
    const encoding = asset?.encodings.has(preferredEncoding) ? preferredEncoding : 'identity';
    const body = asset?.read(encoding);
    if (!asset || !body) {
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
