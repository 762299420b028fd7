import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import type { RouteRules } from '@yunbiao/contract/api/site';
import {
  type Context,
  getStoredAssetKey,
  listStoredBuilds,
  type StoredAsset,
} from '@yunbiao/services';
import { buildAssetHeaders, getAssetName } from '../assets.ts';
import { negotiateContentEncoding } from '../encoding.ts';

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

const loadBuilds = async (ctx: Context): Promise<Builds> => {
  const builds = await listStoredBuilds({ ctx });
  return {
    assets: new Map(builds.flatMap(({ assets }) => assets.map((asset) => [asset.name, asset]))),
    rules: new Map(builds.map(({ buildId, rules }) => [buildId, rules])),
  };
};

/** Queries the builds at most once per interval, however many unknown addresses are requested. */
const createBuildLoader = (ctx: Context): (() => Promise<Builds>) => {
  let pending: Promise<Builds> | null = null;
  let loadedAt = -Infinity;
  return () => {
    const now = performance.now();
    if (!pending || now - loadedAt >= REFRESH_MS) {
      loadedAt = now;
      pending = loadBuilds(ctx);
      pending.catch(() => (pending = null));
    }
    return pending;
  };
};

/** Serves pages that were opened under an earlier build: its assets and its route rules. */
export const createStoredBuilds = (
  ctx: Context,
  extra: readonly (readonly [string, string])[],
): StoredBuilds => {
  const load = createBuildLoader(ctx);
  const serveAsset: StoredBuilds['serveAsset'] = async (req, res, pathname) => {
    const asset = (await load()).assets.get(getAssetName(pathname));
    if (!asset) return false;
    const key = getStoredAssetKey(asset.name);
    const isGzip = asset.encoding === 'gzip';
    const isGzipAccepted = negotiateContentEncoding(req.headers['accept-encoding']) !== 'identity';
    const isUnpacked = isGzip && !isGzipAccepted;
    const encoding = isUnpacked ? 'identity' : asset.encoding;
    const abort = new AbortController();
    res.once('close', () => abort.abort());
    const file = await ctx.files.open(key, {}, abort.signal).catch((error: unknown) => {
      ctx.log.warn('an asset of an earlier build is missing', { name: asset.name, error });
      return null;
    });
    if (!file) return false;
    const { stream, size } = file;
    const bytes = isUnpacked ? null : size;
    res.writeHead(200, buildAssetHeaders(asset.name, { encoding, bytes, extra }));
    if (req.method === 'HEAD') {
      await stream.cancel();
      res.end();
      return true;
    }
    const body = Readable.fromWeb(stream as NodeReadableStream<Uint8Array>);
    await pipeline(isUnpacked ? [body, createGunzip(), res] : [body, res]).catch(
      (error: unknown) => {
        if (!abort.signal.aborted) throw error;
      },
    );
    return true;
  };
  return {
    getRules: async (buildId) => (await load()).rules.get(buildId),
    serveAsset,
  };
};
