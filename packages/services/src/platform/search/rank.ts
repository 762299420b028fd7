import type { FoundDoc } from '@yunbiao/db';
import { DAY } from '../time.ts';
import { normalizeText } from './normalize.ts';
import { countMatchingTerms, type HighlightTerm } from './highlight.ts';

/**
 * Weight when all terms are in the title. The other weights add up to less than a sixth of it,
 * without the phrase bonus.
 */
const TITLE = 100;
const PHRASE = 20;
const SOLVED = 4;
const OFFICIAL = 2;
const NEW = 6;
/** Bonus for reference texts, which are no questions. */
const REFERENCE_TEXT = 2;
const HALF_AGE = 180 * DAY;

const isQuestion = (doc: FoundDoc): boolean => doc.kind === 0;

/** Score of a document without its text: the index already matched all terms. */
export const computeScore = (
  doc: FoundDoc,
  { terms, phrase, now }: { terms: readonly HighlightTerm[]; phrase: string; now: number },
): number => {
  const title = normalizeText(doc.title);
  const age = Math.max(0, now - doc.at);
  return (
    (TITLE * countMatchingTerms(title, terms)) / terms.length +
    (title.includes(phrase) ? PHRASE : 0) +
    (doc.solved ? SOLVED : 0) +
    (doc.official ? OFFICIAL : 0) +
    (isQuestion(doc) ? 0 : REFERENCE_TEXT) +
    NEW / (1 + age / HALF_AGE)
  );
};

/** Highest score first, then newest; the id makes the order total. */
export const sortByScore = <T extends { doc: FoundDoc; worth: number }>(docs: readonly T[]): T[] =>
  docs.toSorted((a, b) => b.worth - a.worth || b.doc.at - a.doc.at || b.doc.id - a.doc.id);
