import { normalizeText } from '../search/normalize.ts';
import { findCorrectSpelling } from './correct-spelling.ts';
import { listQueryUnits, type Unit } from './query-units.ts';
import {
  createSingleUnitEdge,
  type Edge,
  listExactEdges,
  listCorrectedEdges,
} from './reading-edges.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A piece of a query: a word of the vocabulary, or text that is none. */
export type Piece = { text: string; isWord: boolean };

/**
 * Cheapest sequence of edges over the units. Every unit has an edge of its own, so there is always
 * one. The cost is linear in the units: each has a bounded number of edges.
 */
const findCheapestReading = (
  units: readonly Unit[],
  edgesAt: readonly (readonly Edge[])[],
): Edge[] => {
  const costs = [0];
  const lastEdges: (Edge | undefined)[] = [undefined];
  for (const [start] of units.entries()) {
    const cost = costs[start] ?? Infinity;
    for (const edge of edgesAt[start] ?? []) {
      const total = cost + edge.cost;
      if (total >= (costs[edge.end] ?? Infinity)) continue;
      costs[edge.end] = total;
      lastEdges[edge.end] = edge;
    }
  }
  const path: Edge[] = [];
  for (let edge = lastEdges[units.length]; edge; edge = lastEdges[edge.start]) path.push(edge);
  return path.reverse();
};

const isLetter = (unit: Unit | undefined): boolean => unit?.kind === 'letter';

/** True if the letters are pinyin: syllables without a rest, most of them of known words. */
const isPinyin = (edges: readonly Edge[]): boolean => {
  const isRest = edges.some(({ isWord, isExact }) => !isWord && isExact);
  const wordLetters = edges.reduce(
    (sum, { isWord, start, end }) => sum + (isWord ? end - start : 0),
    0,
  );
  const letters = edges.reduce((sum, { start, end }) => sum + end - start, 0);
  return !isRest && wordLetters * 2 >= letters;
};

/** Restores Latin letters that were read as words, unless they are pinyin. */
const restoreNonPinyinLetters = (path: readonly Edge[], units: readonly Unit[]): Edge[] => {
  const edges: Edge[] = [];
  let letters: Edge[] = [];
  const flushLetters = (): void => {
    edges.push(
      ...(isPinyin(letters)
        ? letters
        : letters.flatMap(({ start, end }) =>
            units.slice(start, end).map((unit, index) => createSingleUnitEdge(unit, start + index)),
          )),
    );
    letters = [];
  };
  for (const edge of path)
    if (
      units.slice(edge.start, edge.end).every(({ kind }) => kind === 'letter' || kind === 'gap') &&
      isLetter(units[edge.start])
    )
      letters.push(edge);
    else {
      flushLetters();
      edges.push(edge);
    }
  flushLetters();
  return edges;
};

/** Joins neighbouring letters that are no words. */
const joinPieces = (edges: readonly Edge[]): Piece[] => {
  const pieces: Piece[] = [];
  let end = -1;
  for (const edge of edges) {
    const last = pieces.at(-1);
    if (!edge.isWord && last && !last.isWord && edge.isJoined && end === edge.start)
      last.text += edge.text;
    else if (edge.text !== '') pieces.push({ text: edge.text, isWord: edge.isWord });
    end = edge.text === '' ? -1 : edge.end;
  }
  return pieces;
};

const MAX_CORRECTED = 3;

/** Replaces unknown Latin words by the word that was probably meant. */
const correctSpellings = (pieces: readonly Piece[], vocabulary: Vocabulary): Piece[] => {
  let corrections = 0;
  return pieces.map((piece) => {
    if (piece.isWord || corrections >= MAX_CORRECTED) return piece;
    const word = findCorrectSpelling(piece.text, vocabulary);
    if (word === null) return piece;
    corrections += 1;
    return { text: word, isWord: true };
  });
};

export type QueryReadings = {
  /** The query as it is written. */
  written: Piece[];
  /**
   * The query with pinyin converted and mistakes corrected; equal to `written` if there are none.
   */
  mended: Piece[];
};

/** `40x30`, `100×150mm`: the size of a label. */
const SIZE = /(\d{1,4})\s{0,4}(?:mm)?\s{0,4}[x×*＊]\s{0,4}(\d{1,4})/gu;

const normalizeForSearch = (text: string, { readings }: Vocabulary): string =>
  readings.toSimplified(normalizeText(text)).replace(SIZE, ' $1 $2 尺寸 ');

const listUnits = (text: string, vocabulary: Vocabulary): Unit[] =>
  listQueryUnits(normalizeForSearch(text, vocabulary), vocabulary);

const listAllExactEdges = (units: readonly Unit[], vocabulary: Vocabulary): Edge[][] =>
  units.map((_, start) => listExactEdges(units, start, vocabulary));

/** Segments a text as it is written. */
export const segmentText = (text: string, vocabulary: Vocabulary): Piece[] => {
  const units = listUnits(text, vocabulary);
  return joinPieces(findCheapestReading(units, listAllExactEdges(units, vocabulary)));
};

/** Segments a query, as it is written and as it was probably meant. */
export const segmentAndCorrectQuery = (q: string, vocabulary: Vocabulary): QueryReadings => {
  const units = listUnits(q, vocabulary);
  const exactEdges = listAllExactEdges(units, vocabulary);
  const allEdges = exactEdges.map((edges, start) => [
    ...edges,
    ...listCorrectedEdges(units, start, vocabulary),
  ]);
  const mendedPath = restoreNonPinyinLetters(findCheapestReading(units, allEdges), units);
  return {
    written: joinPieces(findCheapestReading(units, exactEdges)),
    mended: correctSpellings(joinPieces(mendedPath), vocabulary),
  };
};
