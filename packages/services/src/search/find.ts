import { type Executor, type FoundDoc, newestDocs, type SearchMatch } from '@yunbiao/db';
import { DAY } from '../time.ts';
import type { Term } from './query.ts';
import { type Flag, flagToken, type Kind, scoped } from './tokens.ts';

/**
 * Matches of a kind that are ranked and counted; of more than these the newest. The common word of 100,000 questions
 * costs no more than a thousand rows.
 */
export const MOST = 1_000;
const YEAR = 365 * DAY;

export type Scope = {
  executor: Executor;
  softwareId: number;
  now: number;
  solved: boolean;
  official: boolean;
  recent: boolean;
};

/** Kinds a search with these filters can find: only questions are solved, or answered by staff. */
const otherKinds = ({ solved, official }: Scope): Kind[] =>
  solved || official ? [] : ['article', 'updateLog', 'download'];

const isShown = (doc: FoundDoc, { now, recent }: Scope): boolean =>
  doc.at <= now && (!recent || doc.at >= now - YEAR);

const listFlags = (scope: Scope): Flag[] =>
  (['solved', 'official'] as const).filter((flag) => scope[flag]);

export type Found = {
  docs: FoundDoc[];
  /** More questions match than were looked at. */
  isCapped: boolean;
};

/** Everything with all the terms. */
export const findAll = async (scope: Scope, terms: readonly Term[]): Promise<Found> => {
  const { executor, softwareId } = scope;
  const match: SearchMatch = { all: terms.map((term) => term.match) };
  const flags = listFlags(scope).map((flag) => flagToken(softwareId, 'post', flag));
  const within = (where: 'anywhere' | 'title'): SearchMatch => ({
    all: [scoped(match, softwareId, 'post', where), ...flags],
  });
  const kinds = otherKinds(scope);
  const [newest, others] = await Promise.all([
    newestDocs(executor, within('anywhere'), MOST + 1),
    kinds.length > 0
      ? newestDocs(executor, { any: kinds.map((kind) => scoped(match, softwareId, kind)) }, MOST)
      : [],
  ]);
  const isCapped = newest.length > MOST;
  // The best matches are not always the newest.
  const titles = isCapped ? await newestDocs(executor, within('title'), MOST) : [];
  const posts = new Map([...titles, ...newest].slice(0, MOST).map((doc) => [doc.id, doc]));
  for (const doc of newest) if (posts.size < MOST) posts.set(doc.id, doc);
  return {
    docs: [...posts.values(), ...others].filter((doc) => isShown(doc, scope)),
    isCapped,
  };
};

/** Ids → documents a visitor may be shown. */
export const listShown = (scope: Scope, docs: readonly FoundDoc[]): FoundDoc[] =>
  docs.filter(
    (doc) =>
      isShown(doc, scope) &&
      (!scope.solved || doc.solved === 1) &&
      (!scope.official || doc.official === 1),
  );
