import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { postRows } from './present.ts';
import { findNear } from '../search/loose.ts';
import { queryRuns } from '../search/query.ts';
import { listPairs } from '../search/runs.ts';
import { getSource } from '../search/tokens.ts';

type PostRow = CallOutput<'askSimilar'>[number];

const MOST = 5;
const MAX_GRAMS = 10;
/** Of a title's pairs and words so many must be in the other title. */
const SHARE = 0.25;

/** A long title's grams, evenly over it. */
const spread = <T>(items: readonly T[], most: number): T[] =>
  items.length <= most
    ? [...items]
    : Array.from({ length: most }, (_, i) => items[Math.floor((i * items.length) / most)]).flatMap(
        (item) => (item === undefined ? [] : [item]),
      );

const listGrams = (title: string) => {
  const grams = queryRuns(title).flatMap((run) =>
    run.kind === 'han' ? listPairs(run.text).filter((pair) => pair.length > 1) : [run.text],
  );
  return spread([...new Set(grams)], MAX_GRAMS).map((gram) => ({ match: gram, texts: [gram] }));
};

/** Questions whose titles are like the one being typed; none while it says too little. */
export const askSimilar = async ({
  ctx,
  softwareId,
  title,
}: {
  ctx: Context;
  softwareId: number;
  title: string;
}): Promise<PostRow[]> => {
  const grams = listGrams(title);
  if (grams.length === 0) return [];
  const executor = ctx.db.kysely;
  const near = await findNear(
    {
      executor,
      softwareId,
      now: ctx.now(),
      solved: false,
      official: false,
      recent: false,
    },
    grams,
    { share: SHARE, kinds: ['post'], where: 'title' },
  );
  const ids = near.slice(0, MOST).map(({ doc }) => getSource(doc.id).id);
  return postRows(executor, ids);
};
