import type { Executor, SearchMatch } from '@yunbiao/db';
import { listPairs, type Run, listRuns } from './runs.ts';
import { listCompletions, mendedWord, getRarity } from './words.ts';

/** One thing that was asked for. */
export type Term = {
  kind: Run['kind'];
  /** Folded. */
  text: string;
  /** `G-1324D` → g, 1324d. */
  parts: readonly string[];
  match: SearchMatch;
  /** Another spelling that was looked for besides. */
  mended: string | null;
};

/** Words that questions are full of and answers are not. */
const FILLERS =
  /请问一下|请问|为什么|怎么办|怎么样|怎么|怎样|如何|什么|是不是|能不能|可不可以|可以|大家|帮忙|吗|呢|吧|啊|了|的/g;
/** Longer questions are looked for by their first words. */
const MAX_TERMS = 12;
const MAX_PAIRS = 32;
/** Looking for what was meant is the dearest part of a search: only the first unknown words of a query get it. */
const MAX_MENDED = 3;

const withoutFillers = (runs: readonly Run[]): Run[] => {
  const kept = runs.flatMap((run): Run[] =>
    run.kind === 'word'
      ? [run]
      : run.text
          .split(FILLERS)
          .filter(Boolean)
          .map((text) => ({ kind: 'han', text })),
  );
  return kept.length > 0 ? kept : [...runs];
};

/** The distinct stretches of a query that count, fillers left out unless there is nothing else. */
export const queryRuns = (q: string): Run[] => {
  const seen = new Map(withoutFillers(listRuns(q)).map((run) => [run.text, run]));
  return [...seen.values()].slice(0, MAX_TERMS);
};

const hanTerm = (text: string): Term => ({
  kind: 'han',
  text,
  parts: [text],
  match: { all: listPairs(text).slice(0, MAX_PAIRS) },
  mended: null,
});

type Word = Run & { kind: 'word' };
/** What the vocabulary says of a word; `rarity` as of `getRarity`. */
type Known = { longer: string[]; rarity: number | null };

const known = async (executor: Executor, softwareId: number, { text }: Word): Promise<Known> => {
  const longer = await listCompletions(executor, softwareId, text);
  // Something longer begins so: the word is still being typed, or is a stem; that is no typo.
  const isWhole = longer.every((word) => word === text);
  return { longer, rarity: isWhole ? await getRarity(executor, softwareId, text) : null };
};

const wordTerm = (run: Word, longer: readonly string[], mended: string | null): Term => {
  const inParts: SearchMatch[] = run.parts.length > 1 ? [{ all: run.parts }] : [];
  const any = new Set([run.text, ...longer, ...(mended ? [mended] : [])]);
  const match: SearchMatch = { any: [...any, ...inParts] };
  return { kind: 'word', text: run.text, parts: run.parts, match, mended };
};

/** What a query asks for; nothing when it holds no letter and no digit. */
export const listTerms = async (
  executor: Executor,
  softwareId: number,
  q: string,
): Promise<Term[]> => {
  const runs = queryRuns(q);
  const found = await Promise.all(
    runs.map(async (run) => (run.kind === 'word' ? known(executor, softwareId, run) : null)),
  );
  const terms: Term[] = [];
  let mends = 0;
  for (const [i, run] of runs.entries()) {
    if (run.kind === 'han') {
      terms.push(hanTerm(run.text));
      continue;
    }
    const { longer = [], rarity = null } = found[i] ?? {};
    const mayMend = rarity !== null && mends < MAX_MENDED;
    if (mayMend) mends += 1;
    const mended = mayMend
      ? await mendedWord(executor, softwareId, { word: run.text, own: rarity })
      : null;
    terms.push(wordTerm(run, longer, mended));
  }
  return terms;
};
