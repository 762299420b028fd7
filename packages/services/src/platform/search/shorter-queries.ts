import { listNewestDocs } from '@yunbiao/db';
import { type Scope, filterVisibleDocs } from './find.ts';
import { listBigrams, splitTextIntoRuns } from './runs.ts';
import { KINDS, restrictMatchToScope } from './tokens.ts';

const MAX_QUERIES = 4;
const MAX_WORDS_TRIED = 10;
const MAX_DOCUMENTS_READ = 20;

const segmenter = new Intl.Segmenter('zh-Hans', { granularity: 'word' });

/** Words of at least two letters, segmented by dictionary. */
const segmentQueryWords = (q: string): string[] => {
  const words = splitTextIntoRuns(q).flatMap((run) =>
    run.kind === 'word'
      ? run.parts
      : [...segmenter.segment(run.text)].map(({ segment }) => segment),
  );
  return [...new Set(words)].filter((word) => word.length > 1).slice(0, MAX_WORDS_TRIED);
};

/** Words of an unsuccessful query that would find results alone. */
export const findShorterQueries = async (scope: Scope, q: string): Promise<string[]> => {
  const foundQueries: string[] = [];
  for (const word of segmentQueryWords(q)) {
    if (foundQueries.length >= MAX_QUERIES) break;
    const match = {
      all:
        listBigrams(word).length > 0 && /^\p{Script=Han}/u.test(word) ? listBigrams(word) : [word],
    };
    const scopedMatches = KINDS.map((kind) => restrictMatchToScope(match, scope.softwareId, kind));
    const docs = await listNewestDocs(scope.executor, { any: scopedMatches }, MAX_DOCUMENTS_READ);
    if (filterVisibleDocs(scope, docs).length > 0) foundQueries.push(word);
  }
  return foundQueries;
};
