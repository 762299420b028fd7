import { type Folded, foldWithPlaces } from './fold.ts';
import type { Term } from './query.ts';
import { listPairs, WORD } from './runs.ts';

/** Text cut at what was found. */
export type Segment = { text: string; mark: boolean };

/** What marking needs of a term. */
export type Wanted = Pick<Term, 'kind' | 'text' | 'parts' | 'mended'>;

/** Places in the folded text; `term` tells which of the terms was met. */
type Hit = { start: number; end: number; term: number };

const listPlaces = (text: string, part: string): number[] => {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length))
    places.push(at);
  return places;
};

/** `inPairs`: where the whole is nowhere, its pairs of letters count. */
const hanHits = (text: string, wanted: string, term: number, inPairs: boolean): Hit[] => {
  const whole = listPlaces(text, wanted);
  if (whole.length > 0) return whole.map((start) => ({ start, end: start + wanted.length, term }));
  if (!inPairs) return [];
  return listPairs(wanted).flatMap((pair) =>
    listPlaces(text, pair).map((start) => ({ start, end: start + pair.length, term })),
  );
};

const patterns = new WeakMap<Wanted, RegExp>();

/** Where `G1324D` may be written `G-1324D`. */
const LETTER_MEETS_DIGIT = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;

/** At the start of a word; its parts joined or apart. They hold letters and digits only. */
const getPattern = (wanted: Wanted): RegExp => {
  const known = patterns.get(wanted);
  if (known) return known;
  const pieces = wanted.parts.flatMap((part) => part.split(LETTER_MEETS_DIGIT));
  const spellings = [pieces.join(String.raw`[\-._\/ ]?`), wanted.text];
  if (wanted.mended) spellings.push(wanted.mended);
  const made = new RegExp(`(?<!${WORD})(?:${spellings.join('|')})`, 'gv');
  patterns.set(wanted, made);
  return made;
};

const hitsIn = (text: string, terms: readonly Wanted[], inPairs = true): Hit[] =>
  terms
    .flatMap((wanted, term) =>
      wanted.kind === 'han'
        ? hanHits(text, wanted.text, term, inPairs)
        : [...text.matchAll(getPattern(wanted))].map((found) => ({
            start: found.index,
            end: found.index + found[0].length,
            term,
          })),
    )
    .toSorted((a, b) => a.start - b.start || a.end - b.end);

const hasTerm = (text: string, wanted: Wanted): boolean => {
  if (wanted.kind === 'han') return text.includes(wanted.text);
  // Most texts do not have it: that is known without the pattern.
  const isLikely =
    text.includes(wanted.parts[0] ?? '') ||
    text.includes(wanted.text) ||
    (wanted.mended !== null && text.includes(wanted.mended));
  return isLikely && text.search(getPattern(wanted)) >= 0;
};

/** How many of the terms a folded text has. */
export const termsIn = (text: string, terms: readonly Wanted[]): number => {
  let count = 0;
  for (const term of terms) if (hasTerm(text, term)) count += 1;
  return count;
};

/** `source` from `from` to `to`, cut at the hits. The pieces put together are the text itself. */
const cutAt = (
  source: string,
  folded: Folded,
  hits: readonly Hit[],
  { from, to }: { from: number; to: number },
): Segment[] => {
  const segments: Segment[] = [];
  let done = from;
  const add = (end: number, mark: boolean): void => {
    if (end <= done) return;
    const text = source.slice(done, end);
    const last = segments.at(-1);
    if (last?.mark === mark) last.text += text;
    else segments.push({ text, mark });
    done = end;
  };
  for (const hit of hits) {
    const start = folded.at[hit.start] ?? 0;
    // A letter that folds to several (㎜) is marked whole: its end is where the next one starts.
    let last = hit.end;
    while (last < folded.at.length - 1 && folded.at[last] === folded.at[last - 1]) last += 1;
    const end = folded.at[last] ?? source.length;
    if (end <= from || start >= to) continue;
    add(Math.max(start, from), false);
    add(Math.min(end, to), true);
  }
  add(to, false);
  return segments;
};

/** The whole text, marked. */
export const markText = (
  source: string,
  terms: readonly Wanted[],
  { inPairs = true } = {},
): Segment[] => {
  const folded = foldWithPlaces(source);
  const hits = hitsIn(folded.text, terms, inPairs);
  return cutAt(source, folded, hits, { from: 0, to: source.length });
};

/** Letters before the first hit, and in all. */
const LEAD = 16;
const LENGTH = 92;
const SENTENCE_END = /[。！？；…\n.!?;，、,]\s*/g;

/** Where the excerpt starts in the folded text: the window with most of the terms, the first of such. */
const bestStart = (hits: readonly Hit[]): number => {
  let best = { start: 0, worth: 0 };
  for (const [index, { start }] of hits.entries()) {
    const terms = new Set<number>();
    let count = 0;
    for (let i = index; i < hits.length; i += 1) {
      const hit = hits[i];
      if (!hit || hit.end > start + LENGTH - LEAD) break;
      terms.add(hit.term);
      count += 1;
    }
    const worth = terms.size * 100 + Math.min(count, 9);
    if (worth > best.worth) best = { start, worth };
  }
  return best.start;
};

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Not inside a letter of two units. */
const wholeLetters = (source: string, at: number): number =>
  at > 0 && at < source.length && isLowSurrogate(source.charCodeAt(at)) ? at - 1 : at;

/** Back to the start of the sentence or clause when it is near, else a few letters. */
const getLead = (source: string, hit: number): number => {
  if (hit <= LEAD) return 0;
  const before = source.slice(hit - LEAD, hit);
  const ends = [...before.matchAll(SENTENCE_END)];
  const last = ends.at(0);
  return hit - LEAD + (last ? last.index + last[0].length : 0);
};

/** The part of a text that shows best why it was found. */
export const getExcerpt = (source: string, terms: readonly Wanted[]): Segment[] => {
  const folded = foldWithPlaces(source);
  const hits = hitsIn(folded.text, terms);
  const from = wholeLetters(source, getLead(source, folded.at[bestStart(hits)] ?? 0));
  const to = wholeLetters(source, Math.min(source.length, from + LENGTH));
  const segments = cutAt(source, folded, hits, { from, to });
  if (from > 0) segments.unshift({ text: '……', mark: false });
  if (to < source.length) segments.push({ text: '……', mark: false });
  return segments;
};
