import { type Context, isIndexMissing, rebuildIndex } from '@yunbiao/services';
import type { Log } from '../log.ts';

/**
 * Builds the search index if it is missing, as after the update that introduced it. Runs in the
 * background; until it finishes, search finds only part of the content. Returns a stop function.
 */
export const startMissingIndexBuild = (ctx: Context, log: Log): (() => Promise<void>) => {
  let isWanted = true;
  const buildMissingSearchIndex = async (): Promise<void> => {
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
    await indexing;
  };
};
