import type { Executor, SearchMatch } from '@yunbiao/db';
import { pairsOf, type Run, runsOf } from './runs.ts';
import { completionsOf, mendedWord } from './words.ts';

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
  const seen = new Map(withoutFillers(runsOf(q)).map((run) => [run.text, run]));
  return [...seen.values()].slice(0, MAX_TERMS);
};

const hanTerm = (text: string): Term => ({
  kind: 'han',
  text,
  parts: [text],
  match: { all: pairsOf(text).slice(0, MAX_PAIRS) },
  mended: null,
});

const wordTerm = async (
  executor: Executor,
  softwareId: number,
  run: Run & { kind: 'word' },
): Promise<Term> => {
  const longer = await completionsOf(executor, softwareId, run.text);
  // Something longer begins so: the word is still being typed, or is a stem; that is no typo.
  const isWhole = longer.every((word) => word === run.text);
  const mended = isWhole ? await mendedWord(executor, softwareId, run.text) : null;
  const inParts: SearchMatch[] = run.parts.length > 1 ? [{ all: run.parts }] : [];
  const any = new Set([run.text, ...longer, ...(mended ? [mended] : [])]);
  const match: SearchMatch = { any: [...any, ...inParts] };
  return { kind: 'word', text: run.text, parts: run.parts, match, mended };
};

const termOf = async (executor: Executor, softwareId: number, run: Run): Promise<Term> =>
  run.kind === 'han' ? hanTerm(run.text) : wordTerm(executor, softwareId, run);

/** What a query asks for; nothing when it holds no letter and no digit. */
export const termsOf = (executor: Executor, softwareId: number, q: string): Promise<Term[]> =>
  Promise.all(queryRuns(q).map((run) => termOf(executor, softwareId, run)));
