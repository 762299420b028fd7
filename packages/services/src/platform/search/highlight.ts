import { type NormalizedText, normalizeWithPositions } from './normalize.ts';
import type { Term } from './query.ts';
import { listBigrams, WORD_CHARACTER_CLASS } from './runs.ts';

/** A piece of text; `mark`: matches the query. */
export type Segment = { text: string; mark: boolean };

/** Fields of a term for highlighting. */
export type HighlightTerm = Pick<Term, 'kind' | 'text' | 'parts' | 'mended'>;

/** Range in the normalized text; `term`: index of the matched term. */
type Hit = { start: number; end: number; term: number };

const listOccurrences = (text: string, part: string): number[] => {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length))
    places.push(at);
  return places;
};

/** `inPairs`: when the text does not contain the complete term, matches its pairs of letters. */
const findHanHits = (text: string, wantedText: string, term: number, inPairs: boolean): Hit[] => {
  const wholePlaces = listOccurrences(text, wantedText);
  if (wholePlaces.length > 0)
    return wholePlaces.map((start) => ({ start, end: start + wantedText.length, term }));
  if (!inPairs) return [];
  return listBigrams(wantedText).flatMap((pair) =>
    listOccurrences(text, pair).map((start) => ({ start, end: start + pair.length, term })),
  );
};

const patterns = new WeakMap<HighlightTerm, RegExp>();

/** Positions where `G1324D` may be written `G-1324D`. */
const LETTER_MEETS_DIGIT = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;

/**
 * Pattern of a word at a word start, its parts joined or separated. Parts contain only letters and
 * digits.
 */
const getTermPattern = (term: HighlightTerm): RegExp => {
  const knownPattern = patterns.get(term);
  if (knownPattern) return knownPattern;
  const pieces = term.parts.flatMap((part) => part.split(LETTER_MEETS_DIGIT));
  const spellings = [pieces.join(String.raw`[\-._\/ ]?`), term.text];
  if (term.mended) spellings.push(term.mended);
  const newPattern = new RegExp(`(?<!${WORD_CHARACTER_CLASS})(?:${spellings.join('|')})`, 'gv');
  patterns.set(term, newPattern);
  return newPattern;
};

const findTermHits = (text: string, terms: readonly HighlightTerm[], inPairs = true): Hit[] =>
  terms
    .flatMap((highlightTerm, term) =>
      highlightTerm.kind === 'han'
        ? findHanHits(text, highlightTerm.text, term, inPairs)
        : [...text.matchAll(getTermPattern(highlightTerm))].map((match) => ({
            start: match.index,
            end: match.index + match[0].length,
            term,
          })),
    )
    .toSorted((a, b) => a.start - b.start || a.end - b.end);

const containsTerm = (text: string, term: HighlightTerm): boolean => {
  if (term.kind === 'han') return text.includes(term.text);
  // Most texts do not contain the word; a substring test detects that faster than the pattern.
  const isLikely =
    text.includes(term.parts[0] ?? '') ||
    text.includes(term.text) ||
    (term.mended !== null && text.includes(term.mended));
  return isLikely && text.search(getTermPattern(term)) >= 0;
};

/** Number of terms in a normalized text. */
export const countMatchingTerms = (text: string, terms: readonly HighlightTerm[]): number => {
  let count = 0;
  for (const term of terms) if (containsTerm(text, term)) count += 1;
  return count;
};

/** Splits `source` between `from` and `to` at the hits. The pieces concatenate to the text. */
const splitAtHits = (
  source: string,
  folded: NormalizedText,
  hits: readonly Hit[],
  { from, to }: { from: number; to: number },
): Segment[] => {
  const segments: Segment[] = [];
  let doneUntil = from;
  const addSegment = (end: number, mark: boolean): void => {
    if (end <= doneUntil) return;
    const text = source.slice(doneUntil, end);
    const last = segments.at(-1);
    if (last?.mark === mark) last.text += text;
    else segments.push({ text, mark });
    doneUntil = end;
  };
  for (const hit of hits) {
    const start = folded.at[hit.start] ?? 0;
    // A letter that normalizes to several (㎜) is marked completely: it ends where the next one
    // starts.
    let last = hit.end;
    while (last < folded.at.length - 1 && folded.at[last] === folded.at[last - 1]) last += 1;
    const end = folded.at[last] ?? source.length;
    if (end <= from || start >= to) continue;
    addSegment(Math.max(start, from), false);
    addSegment(Math.min(end, to), true);
  }
  addSegment(to, false);
  return segments;
};

/** Splits the complete text into marked and unmarked pieces. */
export const highlightText = (
  source: string,
  terms: readonly HighlightTerm[],
  { inPairs = true } = {},
): Segment[] => {
  const folded = normalizeWithPositions(source);
  const hits = findTermHits(folded.text, terms, inPairs);
  return splitAtHits(source, folded, hits, { from: 0, to: source.length });
};

/** Maximum letters before the first hit, and in total. */
const LEAD = 16;
const LENGTH = 92;
const SENTENCE_END = /[。！？；…\n.!?;，、,]\s*/g;

/** Start of the excerpt in the normalized text: the first window with the most terms. */
const findBestExcerptStart = (hits: readonly Hit[]): number => {
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

/** Moves a position off the middle of a surrogate pair. */
const alignToLetter = (source: string, at: number): number =>
  at > 0 && at < source.length && isLowSurrogate(source.charCodeAt(at)) ? at - 1 : at;

/**
 * Start of the excerpt: the start of the sentence or clause when it is near, otherwise a few
 * letters before the hit.
 */
const findExcerptStart = (source: string, hit: number): number => {
  if (hit <= LEAD) return 0;
  const before = source.slice(hit - LEAD, hit);
  const ends = [...before.matchAll(SENTENCE_END)];
  const last = ends.at(0);
  return hit - LEAD + (last ? last.index + last[0].length : 0);
};

/** Excerpt of a text around its best hits. */
export const excerptAroundHits = (source: string, terms: readonly HighlightTerm[]): Segment[] => {
  const folded = normalizeWithPositions(source);
  const hits = findTermHits(folded.text, terms);
  const from = alignToLetter(
    source,
    findExcerptStart(source, folded.at[findBestExcerptStart(hits)] ?? 0),
  );
  const to = alignToLetter(source, Math.min(source.length, from + LENGTH));
  const segments = splitAtHits(source, folded, hits, { from, to });
  if (from > 0) segments.unshift({ text: '……', mark: false });
  if (to < source.length) segments.push({ text: '……', mark: false });
  return segments;
};
