import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../../../platform/context.ts';
import { loadPosts } from '../present.ts';
import { findLooseMatches } from '../../../platform/search/loose-search.ts';
import { listQueryRuns } from '../../../platform/search/query.ts';
import { listBigrams } from '../../../platform/search/runs.ts';
import { parseDocId } from '../../../platform/search/tokens.ts';

type PostRow = CallOutput<'askSimilar'>[number];

const MAX_RESULTS = 5;
const MAX_GRAMS = 10;
/** Share of a title's pairs and words that the other title must contain. */
const MIN_GRAM_SHARE = 0.25;

/** Samples at most `max` items, evenly distributed. */
const sampleEvenly = <T>(items: readonly T[], max: number): T[] =>
  items.length <= max
    ? [...items]
    : Array.from({ length: max }, (_, i) => items[Math.floor((i * items.length) / max)]).flatMap(
        (item) => (item === undefined ? [] : [item]),
      );

const listTitleGrams = (title: string) => {
  const grams = listQueryRuns(title).flatMap((run) =>
    run.kind === 'han' ? listBigrams(run.text).filter((pair) => pair.length > 1) : [run.text],
  );
  return sampleEvenly([...new Set(grams)], MAX_GRAMS).map((gram) => ({
    match: gram,
    texts: [gram],
  }));
};

/** Finds questions with titles similar to the typed one; empty if it is too short. */
export const findSimilarPosts = async ({
  ctx,
  softwareId,
  title,
}: {
  ctx: Context;
  softwareId: number;
  title: string;
}): Promise<PostRow[]> => {
  const grams = listTitleGrams(title);
  if (grams.length === 0) return [];
  const executor = ctx.db.kysely;
  const near = await findLooseMatches(
    {
      executor,
      softwareId,
      now: ctx.now(),
      solved: false,
      official: false,
      recent: false,
    },
    grams,
    { share: MIN_GRAM_SHARE, kinds: ['post'], where: 'title' },
  );
  const ids = near.slice(0, MAX_RESULTS).map(({ doc }) => parseDocId(doc.id).id);
  return loadPosts(executor, ids);
};
