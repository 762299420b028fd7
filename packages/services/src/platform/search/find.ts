import { type Executor, type FoundDoc, listNewestDocs, type SearchMatch } from '@yunbiao/db';
import { DAY } from '../time.ts';
import type { Term } from './query.ts';
import { type Flag, toFlagToken, type Kind, restrictMatchToScope } from './tokens.ts';

/**
 * Maximum number of matches per kind that are ranked and counted, newest first. Limits the cost of
 * a word that occurs in 100,000 questions.
 */
export const MAX_MATCHES = 1_000;
const YEAR = 365 * DAY;

export type Scope = {
  executor: Executor;
  softwareId: number;
  now: number;
  solved: boolean;
  official: boolean;
  recent: boolean;
};

/** Other kinds that match the filters: only questions are solved or answered by staff. */
const listNonPostKinds = ({ solved, official }: Scope): Kind[] =>
  solved || official ? [] : ['article', 'updateLog', 'download'];

const isDocOfSearchedPeriod = (doc: FoundDoc, { now, recent }: Scope): boolean =>
  doc.at <= now && (!recent || doc.at >= now - YEAR);

const listRequiredFlags = (scope: Scope): Flag[] =>
  (['solved', 'official'] as const).filter((flag) => scope[flag]);

export type Found = {
  docs: FoundDoc[];
  /** More questions match than were read. */
  isCapped: boolean;
};

/** Documents that match all terms. */
export const findDocsWithAllTerms = async (
  scope: Scope,
  terms: readonly Term[],
): Promise<Found> => {
  const { executor, softwareId } = scope;
  const match: SearchMatch = { all: terms.map((term) => term.match) };
  const flags = listRequiredFlags(scope).map((flag) => toFlagToken(softwareId, 'post', flag));
  const buildScopedMatch = (place: 'anywhere' | 'title'): SearchMatch => ({
    all: [restrictMatchToScope(match, softwareId, 'post', place), ...flags],
  });
  const kinds = listNonPostKinds(scope);
  const [newest, otherDocs] = await Promise.all([
    listNewestDocs(executor, buildScopedMatch('anywhere'), MAX_MATCHES + 1),
    kinds.length > 0
      ? listNewestDocs(
          executor,
          { any: kinds.map((kind) => restrictMatchToScope(match, softwareId, kind)) },
          MAX_MATCHES,
        )
      : [],
  ]);
  const isCapped = newest.length > MAX_MATCHES;
  // The best matches are not always the newest.
  const titles = isCapped
    ? await listNewestDocs(executor, buildScopedMatch('title'), MAX_MATCHES)
    : [];
  const posts = new Map([...titles, ...newest].slice(0, MAX_MATCHES).map((doc) => [doc.id, doc]));
  for (const doc of newest) if (posts.size < MAX_MATCHES) posts.set(doc.id, doc);
  return {
    docs: [...posts.values(), ...otherDocs].filter((doc) => isDocOfSearchedPeriod(doc, scope)),
    isCapped,
  };
};

/** Documents that a visitor may see. */
export const filterVisibleDocs = (scope: Scope, docs: readonly FoundDoc[]): FoundDoc[] =>
  docs.filter(
    (doc) =>
      isDocOfSearchedPeriod(doc, scope) &&
      (!scope.solved || doc.solved === 1) &&
      (!scope.official || doc.official === 1),
  );
