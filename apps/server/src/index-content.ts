import { type Context, isIndexMissing, rebuildIndex } from '@yunbiao/services';
import type { Log } from './log.ts';

/**
 * Once after an update that brought the index: indexes what was there before it, beside the site, which finds more and
 * more. Returns how to stop.
 */
export const startIndexing = (ctx: Context, log: Log): (() => Promise<void>) => {
  let isWanted = true;
  const index = async (): Promise<void> => {
    if (!(await isIndexMissing({ ctx }))) return;
    log.info('building the search index');
    const { documents, ms } = await rebuildIndex({ ctx, isWanted: () => isWanted });
    log.info(isWanted ? 'search index built' : 'search index stopped', { documents, ms });
  };
  const indexing = index().catch((error: unknown) =>
    log.error('the search index was not built', { error }),
  );
  return async () => {
    isWanted = false;
    await indexing;
  };
};
