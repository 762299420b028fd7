import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { FoundDoc } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError } from '../../platform/errors.ts';
import type { SoftwareRow } from '../../identity/software/find.ts';
import { findDocsWithAllTerms, type Scope } from '../../platform/search/find.ts';
import { normalizeText } from '../../platform/search/normalize.ts';
import { findPages } from '../site-pages/find-pages.ts';
import { findHandbookHits, listOtherHandbookHits } from './handbook-hits.ts';
import { presentHits } from '../../platform/search/hits.ts';
import { findLooseMatches, listGramsOfTerms } from '../../platform/search/loose-search.ts';
import { type Term, listQueryTerms } from '../../platform/search/query.ts';
import { sortByScore, computeScore } from '../../platform/search/rank.ts';
import { findShorterQueries } from '../../platform/search/shorter-queries.ts';
import { KINDS } from '../../platform/search/tokens.ts';

type Input = Omit<CallParsed<'search'>, 'alias' | 'domain'>;
type Output = CallOutput<'search'>;

/** Minimum share of the query's grams in a document for a loose match. */
const NEAR_SHARE = 0.5;

type Results = { docs: FoundDoc[]; isCapped: boolean; isLoose: boolean };

const findExactOrLooseDocs = async (
  scope: Scope,
  terms: readonly Term[],
  q: string,
): Promise<Results> => {
  const { docs, isCapped } = await findDocsWithAllTerms(scope, terms);
  if (docs.length > 0) {
    const rankingInput = { terms, phrase: normalizeText(q), now: scope.now };
    const best = sortByScore(docs.map((doc) => ({ doc, worth: computeScore(doc, rankingInput) })));
    return { docs: best.map(({ doc }) => doc), isCapped, isLoose: false };
  }
  const near = await findLooseMatches(scope, listGramsOfTerms(terms), { share: NEAR_SHARE });
  return { docs: near.map(({ doc }) => doc), isCapped: false, isLoose: near.length > 0 };
};

const buildSearchScope = (
  ctx: Context,
  software: Pick<SoftwareRow, 'id'>,
  input: Input,
): Scope => ({
  executor: ctx.db.kysely,
  softwareId: software.id,
  now: ctx.now(),
  solved: input.solved ?? false,
  official: input.official ?? false,
  recent: input.recent ?? false,
});

const countDocsByKind = (docs: readonly FoundDoc[]): Output['counts'] => {
  const counts = { post: 0, article: 0, updateLog: 0, download: 0 };
  for (const doc of docs) counts[KINDS[doc.kind] ?? 'post'] += 1;
  return counts;
};

const isFirstPageWithoutFilters = ({ kind, page, solved, official, recent }: Input): boolean =>
  page === 1 && !kind && !solved && !official && !recent;

const listSpellingCorrections = (terms: readonly Term[]): Output['also'] =>
  terms.flatMap(({ text, mended }) => (mended ? [{ from: text, to: mended }] : []));

/**
 * Finds questions with replies, articles, update logs and files of a software. Visitors and members
 * get the same results.
 * @throws 400 when the query contains no letter or digit
 */
export const searchContent = async ({
  ctx,
  software,
  input,
}: {
  ctx: Context;
  software: Pick<SoftwareRow, 'id' | 'alias'>;
  input: Input;
}): Promise<Output> => {
  const terms = await listQueryTerms(ctx.db.kysely, software.id, input.q);
  if (terms.length === 0)
    throw createInvalidInputError({
      q: input.q.trim() === '' ? '请填写搜索词' : '搜索词里要有字或数字',
    });
  const scope = buildSearchScope(ctx, software, input);
  const { docs, isCapped, isLoose } = await findExactOrLooseDocs(scope, terms, input.q);
  const { kind, page, pageSize } = input;
  const wantedDocs = kind ? docs.filter((doc) => KINDS[doc.kind] === kind) : docs;
  const shownDocs = wantedDocs.slice((page - 1) * pageSize, page * pageSize);
  const pages = isFirstPageWithoutFilters(input)
    ? await findPages({ executor: ctx.db.kysely, software, now: ctx.now(), q: input.q })
    : [];
  return {
    list: await presentHits(ctx.db.kysely, shownDocs, {
      terms,
      alias: software.alias,
      isLoose,
    }),
    total: wantedDocs.length,
    page,
    pageSize,
    counts: countDocsByKind(docs),
    handbook: isFirstPageWithoutFilters(input)
      ? listOtherHandbookHits(findHandbookHits(terms), pages)
      : [],
    pages,
    also: docs.length > 0 ? listSpellingCorrections(terms) : [],
    capped: isCapped,
    loose: isLoose,
    shorter: docs.length === 0 ? await findShorterQueries(scope, input.q) : [],
  };
};
