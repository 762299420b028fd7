import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  deleteOldBuilds,
  getStoredAssetKey,
  recordStoredBuild,
  type StoredAsset,
} from '@yunbiao/services';
import type { Asset } from '../assets.ts';
import type { Site } from '../site.ts';

/** Files written at the same time. */
const CONCURRENCY = 8;
/** Maximum wait for files in progress when the server stops, ms. */
const MAX_STOP_MS = 1_000;
const MAX_WAIT_MS = 30_000;
/** Delay after a failure of the file store, ms. */
const RETRY_MS = 30_000;

type FileToStore = StoredAsset & { read: () => Buffer | null };

const chooseStoredVariant = ([name, { encodings, readUncached }]: readonly [
  string,
  Asset,
]): FileToStore => {
  const encoding = encodings.has('gzip') ? 'gzip' : 'identity';
  return { name, encoding, read: () => readUncached(encoding) };
};

/**
 * Writes the files that the store does not have. Rows of earlier builds do not tell: after a restore
 * their files are missing.
 */
const storeMissingFiles = async (
  { files: store }: Context,
  files: readonly FileToStore[],
  signal: AbortSignal,
): Promise<void> => {
  const pending = [...files];
  const storePendingFiles = async (): Promise<void> => {
    for (let file = pending.pop(); file; file = pending.pop()) {
      signal.throwIfAborted();
      const key = getStoredAssetKey(file.name);
      if ((await store.stat(key)) !== null) continue;
      const body = file.read();
      if (!body) throw new Error(`${file.name} of the build is gone`);
      await store.put(key, body);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, storePendingFiles));
};

/**
 * Writes the assets of this build into the file store, so that the servers of later builds serve
 * pages opened under this one. Deletes builds that are too old.
 */
export const storeBuild = async (
  ctx: Context,
  { build, assets, loadModule }: Pick<Site, 'build' | 'assets' | 'loadModule'>,
  signal: AbortSignal,
): Promise<void> => {
  const files = [...(assets ?? [])].map(chooseStoredVariant);
  await storeMissingFiles(ctx, files, signal);
  const { rules } = await loadModule();
  await recordStoredBuild(
    { ctx },
    {
      buildId: build.buildId,
      rules,
      assets: files.map(({ name, encoding }) => ({ name, encoding })),
    },
  );
  await deleteOldBuilds({ ctx });
};

/**
 * Stores the build while the site serves, and tries again until it is stored. `stop` does not wait
 * for a store that does not answer: the next start writes the missing files. `waitUntilStored` gives
 * up after {@link MAX_WAIT_MS}.
 */
export const startStoringBuild = (
  ctx: Context,
  site: Site,
): { stop: () => Promise<void>; waitUntilStored: () => Promise<void> } => {
  const stop = new AbortController();
  const storeWithRetry = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        return await storeBuild(ctx, site, stop.signal);
      } catch (error) {
        if (stop.signal.aborted) return;
        ctx.log.warn('the build could not be stored', { error });
        await sleep(RETRY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    }
  };
  const done = storeWithRetry();
  return {
    stop: () => {
      stop.abort();
      return Promise.race([done, sleep(MAX_STOP_MS, undefined, { ref: false })]);
    },
    waitUntilStored: () => Promise.race([done, sleep(MAX_WAIT_MS, undefined, { ref: false })]),
  };
};
