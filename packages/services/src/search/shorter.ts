import { newestDocs } from '@yunbiao/db';
import { type Scope, listShown } from './find.ts';
import { listPairs, listRuns } from './runs.ts';
import { KINDS, scoped } from './tokens.ts';

const MOST = 4;
const TRIED = 10;
const LOOKED_AT = 20;

const segmenter = new Intl.Segmenter('zh-Hans', { granularity: 'word' });

/** Words of two letters and more, as a dictionary divides them. */
const listWords = (q: string): string[] => {
  const words = listRuns(q).flatMap((run) =>
    run.kind === 'word'
      ? run.parts
      : [...segmenter.segment(run.text)].map(({ segment }) => segment),
  );
  return [...new Set(words)].filter((word) => word.length > 1).slice(0, TRIED);
};

/** Words of a query that found nothing as a whole, and would by themselves. */
export const getShorter = async (scope: Scope, q: string): Promise<string[]> => {
  const found: string[] = [];
  for (const word of listWords(q)) {
    if (found.length >= MOST) break;
    const match = {
      all: listPairs(word).length > 0 && /^\p{Script=Han}/u.test(word) ? listPairs(word) : [word],
    };
    const any = KINDS.map((kind) => scoped(match, scope.softwareId, kind));
    const docs = await newestDocs(scope.executor, { any }, LOOKED_AT);
    if (listShown(scope, docs).length > 0) found.push(word);
  }
  return found;
};
