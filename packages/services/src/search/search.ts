import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { FoundDoc } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { SoftwareRow } from '../software/find.ts';
import { findAll, type Scope } from './find.ts';
import { fold } from './fold.ts';
import { handbookHits } from './handbook.ts';
import { presentHits } from './hits.ts';
import { findNear, gramsOfTerms } from './loose.ts';
import { type Term, listTerms } from './query.ts';
import { ranked, computeWorth } from './rank.ts';
import { getShorter } from './shorter.ts';
import { KINDS } from './tokens.ts';

type Input = Omit<CallParsed<'search'>, 'alias' | 'domain'>;
type Output = CallOutput<'search'>;

/** Of the words and pairs of the query so many must be there. */
const NEAR_SHARE = 0.5;

type Results = { docs: FoundDoc[]; isCapped: boolean; isLoose: boolean };

const find = async (scope: Scope, terms: readonly Term[], q: string): Promise<Results> => {
  const { docs, isCapped } = await findAll(scope, terms);
  if (docs.length > 0) {
    const asked = { terms, phrase: fold(q), now: scope.now };
    const best = ranked(docs.map((doc) => ({ doc, worth: computeWorth(doc, asked) })));
    return { docs: best.map(({ doc }) => doc), isCapped, isLoose: false };
  }
  const near = await findNear(scope, gramsOfTerms(terms), { share: NEAR_SHARE });
  return { docs: near.map(({ doc }) => doc), isCapped: false, isLoose: near.length > 0 };
};

const getScope = (ctx: Context, software: Pick<SoftwareRow, 'id'>, input: Input): Scope => ({
  executor: ctx.db.kysely,
  softwareId: software.id,
  now: ctx.now(),
  solved: input.solved ?? false,
  official: input.official ?? false,
  recent: input.recent ?? false,
});

const countByKind = (docs: readonly FoundDoc[]): Output['counts'] => {
  const counts = { post: 0, article: 0, updateLog: 0, download: 0 };
  for (const doc of docs) counts[KINDS[doc.kind] ?? 'post'] += 1;
  return counts;
};

const isOfEverything = ({ kind, page, solved, official, recent }: Input): boolean =>
  page === 1 && !kind && !solved && !official && !recent;

const listCorrections = (terms: readonly Term[]): Output['also'] =>
  terms.flatMap(({ text, mended }) => (mended ? [{ from: text, to: mended }] : []));

/**
 * Finds questions with their replies, articles, update logs and files of a software. Visitors and members get the
 * same answer. @throws 400 when the query holds no letter and no digit
 */
export const search = async ({
  ctx,
  software,
  input,
}: {
  ctx: Context;
  software: Pick<SoftwareRow, 'id' | 'alias'>;
  input: Input;
}): Promise<Output> => {
  const terms = await listTerms(ctx.db.kysely, software.id, input.q);
  if (terms.length === 0)
    throw invalid({ q: input.q.trim() === '' ? '请填写搜索词' : '搜索词里要有字或数字' });
  const scope = getScope(ctx, software, input);
  const { docs, isCapped, isLoose } = await find(scope, terms, input.q);
  const { kind, page, pageSize } = input;
  const wanted = kind ? docs.filter((doc) => KINDS[doc.kind] === kind) : docs;
  const shown = wanted.slice((page - 1) * pageSize, page * pageSize);
  return {
    list: await presentHits(ctx.db.kysely, shown, {
      terms,
      alias: software.alias,
      isLoose,
    }),
    total: wanted.length,
    page,
    pageSize,
    counts: countByKind(docs),
    handbook: isOfEverything(input) ? handbookHits(terms) : [],
    also: docs.length > 0 ? listCorrections(terms) : [],
    capped: isCapped,
    loose: isLoose,
    shorter: docs.length === 0 ? await getShorter(scope, input.q) : [],
  };
};
