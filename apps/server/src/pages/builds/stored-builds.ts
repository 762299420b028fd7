import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { RouteRules } from '@yunbiao/contract/api/site';
import {
  type Context,
  getStoredAssetKey,
  listStoredBuilds,
  type StoredAsset,
} from '@yunbiao/services';
import { buildAssetHeaders, getAssetName } from '../assets.ts';
import { negotiateContentEncoding } from '../encoding.ts';

const unzip = promisify(gunzip);

/** Interval between queries for builds that other servers have stored, ms. */
const REFRESH_MS = 1_000;

type Builds = {
  assets: ReadonlyMap<string, StoredAsset>;
  rules: ReadonlyMap<string, RouteRules>;
};

export type StoredBuilds = {
  /** Route rules of a stored build. */
  getRules: (buildId: string) => Promise<RouteRules | undefined>;
  /** Sends an asset of a stored build. Resolves to false, and sends nothing, when there is none. */
  serveAsset: (req: IncomingMessage, res: ServerResponse, pathname: string) => Promise<boolean>;
};

const loadAssetsAndRulesOfBuilds = async (ctx: Context): Promise<Builds> => {
  const builds = await listStoredBuilds({ ctx });
  return {
    assets: new Map(builds.flatMap(({ assets }) => assets.map((asset) => [asset.name, asset]))),
    rules: new Map(builds.map(({ buildId, rules }) => [buildId, rules])),
  };
};

const NO_BUILDS: Builds = { assets: new Map(), rules: new Map() };

/**
 * Queries the builds at most once per interval, however many unknown addresses are requested. While
 * the database fails, the last result stays.
 */
const createBuildLoader = (ctx: Context): (() => Promise<Builds>) => {
  let latest: Promise<Builds> = Promise.resolve(NO_BUILDS);
  let loadedAt = -Infinity;
  return () => {
    const now = performance.now();
    if (now - loadedAt >= REFRESH_MS) {
      loadedAt = now;
      const previous = latest;
      latest = loadAssetsAndRulesOfBuilds(ctx).catch((error: unknown) => {
        ctx.log.warn('stored builds could not be listed', { error });
        return previous;
      });
    }
    return latest;
  };
};

/** Bytes of assets in memory: pages of the build before an update request the same few. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024;

/** Reads assets from the file store. The least recently used leave the cache first. */
const createCachedAssetReader = (ctx: Context): ((name: string) => Promise<Buffer | null>) => {
  const pending = new Map<string, Promise<Buffer | null>>();
  const cached = new Map<string, Buffer>();
  let cachedBytes = 0;
  const cacheAssetBytes = (name: string, bytes: Buffer): void => {
    cached.set(name, bytes);
    cachedBytes += bytes.length;
    for (const [oldest, { length }] of cached) {
      if (cachedBytes <= MAX_CACHED_BYTES) break;
      cached.delete(oldest);
      cachedBytes -= length;
    }
  };
  const readAndCacheFile = async (name: string): Promise<Buffer | null> => {
    try {
      const { stream } = await ctx.files.open(getStoredAssetKey(name));
      const bytes = Buffer.from(await new Response(stream).arrayBuffer());
      cacheAssetBytes(name, bytes);
      return bytes;
    } catch (error) {
      ctx.log.warn('an asset of an earlier build is missing', { name, error });
      return null;
    }
  };
  return (name) => {
    const bytes = cached.get(name);
    if (bytes) {
      cached.delete(name);
      cached.set(name, bytes);
      return Promise.resolve(bytes);
    }
    const reading = pending.get(name) ?? readAndCacheFile(name).finally(() => pending.delete(name));
    pending.set(name, reading);
    return reading;
  };
};

/** Serves pages that were opened under an earlier build: its assets and its route rules. */
export const createStoredBuilds = (
  ctx: Context,
  extra: readonly (readonly [string, string])[],
): StoredBuilds => {
  const load = createBuildLoader(ctx);
  const readAsset = createCachedAssetReader(ctx);
  const serveAsset: StoredBuilds['serveAsset'] = async (req, res, pathname) => {
    const asset = (await load()).assets.get(getAssetName(pathname));
    const packedBytes = asset && (await readAsset(asset.name));
    if (!packedBytes) return false;
    const isGzipAccepted = negotiateContentEncoding(req.headers['accept-encoding']) !== 'identity';
    const isUnpacked = asset.encoding === 'gzip' && !isGzipAccepted;
    const body = isUnpacked ? await unzip(packedBytes) : packedBytes;
    const encoding = isUnpacked ? 'identity' : asset.encoding;
    res.writeHead(200, buildAssetHeaders(asset.name, { encoding, bytes: body.length, extra }));
    res.end(req.method === 'HEAD' ? undefined : body);
    return true;
  };
  return {
    getRules: async (buildId) => (await load()).rules.get(buildId),
    serveAsset,
  };
};
