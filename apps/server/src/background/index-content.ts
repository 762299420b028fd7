import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, isIndexMissing, rebuildIndex } from '@yunbiao/services';
import type { Log } from '../log.ts';

const LEADER_POLL_MS = 1_000;

/**
 * Builds the search index if it is missing, as after the update that introduced it. Runs in the
 * background, once this server leads; until it finishes, search finds only part of the content.
 * Returns a stop function.
 */
export const startMissingIndexBuild = (
  ctx: Context,
  { log, isLeader }: { log: Log; isLeader: () => boolean },
): (() => Promise<void>) => {
  let isWanted = true;
  const stopping = new AbortController();
  const buildMissingSearchIndex = async (): Promise<void> => {
    while (!isLeader() && isWanted)
      await sleep(LEADER_POLL_MS, undefined, { signal: stopping.signal }).catch(() => {});
    if (!isWanted) return;
    if (!(await isIndexMissing({ ctx }))) return;
    log.info('building the search index');
    const { documents, ms } = await rebuildIndex({ ctx, shouldContinue: () => isWanted });
    log.info(isWanted ? 'search index built' : 'search index stopped', { documents, ms });
  };
  const indexing = buildMissingSearchIndex().catch((error: unknown) =>
    log.error('the search index was not built', { error }),
  );
  return async () => {
    isWanted = false;
    stopping.abort();
    await indexing;
  };
};
