import type { FoundDoc } from '@yunbiao/db';
import { DAY } from '../time.ts';
import { fold } from './fold.ts';
import { termsIn, type Wanted } from './mark.ts';

/** Every term in the title; together the rest stays below a sixth of it. */
const TITLE = 100;
const PHRASE = 20;
const SOLVED = 4;
const OFFICIAL = 2;
const NEW = 6;
/** A text written to be looked up. */
const WRITTEN = 2;
const HALF_AGE = 180 * DAY;

const isQuestion = (doc: FoundDoc): boolean => doc.kind === 0;

/** How well a document answers, its text aside: the index has said already that it has the terms. */
export const computeWorth = (
  doc: FoundDoc,
  { terms, phrase, now }: { terms: readonly Wanted[]; phrase: string; now: number },
): number => {
  const title = fold(doc.title);
  const age = Math.max(0, now - doc.at);
  return (
    (TITLE * termsIn(title, terms)) / terms.length +
    (title.includes(phrase) ? PHRASE : 0) +
    (doc.solved ? SOLVED : 0) +
    (doc.official ? OFFICIAL : 0) +
    (isQuestion(doc) ? 0 : WRITTEN) +
    NEW / (1 + age / HALF_AGE)
  );
};

/** The best first; of equals the newer, and no two are equal in both. */
export const ranked = <T extends { doc: FoundDoc; worth: number }>(found: readonly T[]): T[] =>
  found.toSorted((a, b) => b.worth - a.worth || b.doc.at - a.doc.at || b.doc.id - a.doc.id);
