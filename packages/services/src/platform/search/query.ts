import type { Executor, SearchMatch } from '@yunbiao/db';
import { listBigrams, type Run, splitTextIntoRuns } from './runs.ts';
import { listCompletions, findCorrectedWord, countDocsOfRareWord } from './vocabulary.ts';

/** A term of a query. */
export type Term = {
  kind: Run['kind'];
  /** Normalized. */
  text: string;
  /** `G-1324D` → g, 1324d. */
  parts: readonly string[];
  match: SearchMatch;
  /** Corrected spelling, searched in addition; null without one. */
  mended: string | null;
};

/** Words that are common in questions but not in answers. */
const FILLERS =
  /请问一下|请问|为什么|怎么办|怎么样|怎么|怎样|如何|什么|是不是|能不能|可不可以|可以|大家|帮忙|吗|呢|吧|啊|了|的/g;
/** Longer queries are cut to their first words. */
const MAX_TERMS = 12;
const MAX_PAIRS = 32;
/**
 * Typo correction is the most expensive part of a search, so only the first unknown words of a
 * query get it.
 */
const MAX_CORRECTED = 3;

const removeFillers = (runs: readonly Run[]): Run[] => {
  const keptRuns = runs.flatMap((run): Run[] =>
    run.kind === 'word'
      ? [run]
      : run.text
          .split(FILLERS)
          .filter(Boolean)
          .map((text) => ({ kind: 'han', text })),
  );
  return keptRuns.length > 0 ? keptRuns : [...runs];
};

/** Distinct runs of a query. Fillers are omitted unless the query has nothing else. */
export const listQueryRuns = (q: string): Run[] => {
  const distinctRuns = new Map(removeFillers(splitTextIntoRuns(q)).map((run) => [run.text, run]));
  return [...distinctRuns.values()].slice(0, MAX_TERMS);
};

const createHanTerm = (text: string): Term => ({
  kind: 'han',
  text,
  parts: [text],
  match: { all: listBigrams(text).slice(0, MAX_PAIRS) },
  mended: null,
});

type Word = Run & { kind: 'word' };
/** Vocabulary data of a word; `rarity` as in `countDocsOfRareWord`. */
type VocabularyEntry = { longer: string[]; rarity: number | null };

const readVocabularyEntry = async (
  executor: Executor,
  softwareId: number,
  { text }: Word,
): Promise<VocabularyEntry> => {
  const longer = await listCompletions(executor, softwareId, text);
  // A longer word starts with this one: it is incomplete or a stem, not a typo.
  const isWhole = longer.every((word) => word === text);
  return { longer, rarity: isWhole ? await countDocsOfRareWord(executor, softwareId, text) : null };
};

const createWordTerm = (run: Word, longer: readonly string[], correction: string | null): Term => {
  const inParts: SearchMatch[] = run.parts.length > 1 ? [{ all: run.parts }] : [];
  const anyForm = new Set([run.text, ...longer, ...(correction ? [correction] : [])]);
  const match: SearchMatch = { any: [...anyForm, ...inParts] };
  return { kind: 'word', text: run.text, parts: run.parts, match, mended: correction };
};

/** Terms of a query; empty when it contains no letter or digit. */
export const listQueryTerms = async (
  executor: Executor,
  softwareId: number,
  q: string,
): Promise<Term[]> => {
  const runs = listQueryRuns(q);
  const knownByRun = await Promise.all(
    runs.map(async (run) =>
      run.kind === 'word' ? readVocabularyEntry(executor, softwareId, run) : null,
    ),
  );
  const terms: Term[] = [];
  let mends = 0;
  for (const [i, run] of runs.entries()) {
    if (run.kind === 'han') {
      terms.push(createHanTerm(run.text));
      continue;
    }
    const { longer = [], rarity = null } = knownByRun[i] ?? {};
    const mayMend = rarity !== null && mends < MAX_CORRECTED;
    if (mayMend) mends += 1;
    const corrected = mayMend
      ? await findCorrectedWord(executor, softwareId, { word: run.text, own: rarity })
      : null;
    terms.push(createWordTerm(run, longer, corrected));
  }
  return terms;
};
