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
const isAssetReadOnRequest = (name: string): boolean => name.endsWith('.ttf');

export type Asset = {
  encodings: ReadonlySet<Encoding>;
  /** Null when the file is gone. */
  read: (encoding: Encoding) => Buffer | null;
  /** The same, without keeping the bytes in memory. */
  readUncached: (encoding: Encoding) => Buffer | null;
};

/** Sends the asset. Returns false, and sends nothing, when there is none. */
export type ServeAsset = (req: IncomingMessage, res: ServerResponse, pathname: string) => boolean;

type ExtraHeaders = readonly (readonly [string, string])[];

const getAssetType = (name: string): string | undefined => TYPES[extname(name)];

const readFileOrNull = (path: string): Buffer | null => {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
};

/** Creates an asset, whose variants are read once: now, or when one is first requested. */
const createAsset = (path: string, encodings: ReadonlySet<Encoding>): Asset => {
  const variants = new Map<Encoding, Buffer>();
  const readUncached: Asset['read'] = (encoding) =>
    readFileOrNull(encoding === 'identity' ? path : path + SUFFIX[encoding]);
  const read: Asset['read'] = (encoding) => {
    const cached = variants.get(encoding);
    if (cached) return cached;
    const bytes = readUncached(encoding);
    if (bytes) variants.set(encoding, bytes);
    return bytes;
  };
  if (!isAssetReadOnRequest(path)) for (const encoding of encodings) read(encoding);
  return { encodings, read, readUncached };
};

/** Lists the files of the folder with their compressed variants. Keys are paths below `/assets/`. */
const readAssets = (dir: string): ReadonlyMap<string, Asset> => {
  const assets = new Map<string, Asset>();
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const paths = new Set(
    entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  );
  for (const path of paths) {
    if (!getAssetType(path)) continue;
    const compressed = (['br', 'gzip'] as const).filter((encoding) =>
      paths.has(path + SUFFIX[encoding]),
    );
    const name = relative(dir, path).replaceAll('\\', '/');
    assets.set(name, createAsset(path, new Set<Encoding>(['identity', ...compressed])));
  }
  return assets;
};

/** Headers of an asset. The hash in its name makes its content immutable. */
export const buildAssetHeaders = (
  name: string,
  { encoding, bytes, extra }: { encoding: Encoding; bytes: number; extra: ExtraHeaders },
): string[] => [
  'Content-Type',
  getAssetType(name) ?? 'application/octet-stream',
  'Content-Length',
  String(bytes),
  ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
  'Cache-Control',
  'public, max-age=31536000, immutable',
  'Vary',
  'Accept-Encoding',
  ...(isWorkerScript(name) ? ['Content-Security-Policy', WORKER_POLICY] : []),
  ...extra.flat(),
];

/** Path of an asset below `/assets/`. */
export const getAssetName = (pathname: string): string => pathname.slice('/assets/'.length);

/**
 * Loads the client build, a dozen MB, into memory without waiting between its thousand files. File
 * names contain content hashes, so the content of an address never changes.
 */
export const loadAssets = (
  clientDir: string,
  extra: ExtraHeaders,
): { assets: ReadonlyMap<string, Asset>; serveAsset: ServeAsset } => {
  const assets = readAssets(join(clientDir, 'assets'));
  const serveAsset: ServeAsset = (req, res, pathname) => {
    const name = getAssetName(pathname);
    const asset = assets.get(name);
    const preferredEncoding = negotiateContentEncoding(req.headers['accept-encoding']);
    const encoding = asset?.encodings.has(preferredEncoding) ? preferredEncoding : 'identity';
    const body = asset?.read(encoding);
    if (!body) return false;
    res.writeHead(200, buildAssetHeaders(name, { encoding, bytes: body.length, extra }));
    res.end(req.method === 'HEAD' ? undefined : body);
    return true;
  };
  return { assets, serveAsset };
};
