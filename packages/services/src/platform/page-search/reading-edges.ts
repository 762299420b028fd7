import { listSimilarSyllables, type SyllableNode } from './syllable-tree.ts';
import type { Unit } from './query-units.ts';
import { areLookalikeLetters } from './trade-words.ts';
import { buildWildcardPattern, MAX_WORD_LETTERS, type Vocabulary } from './vocabulary.ts';

/** A reading of the units from `start` to `end`. */
export type Edge = {
  start: number;
  end: number;
  text: string;
  cost: number;
  isWord: boolean;
  /** True for text as written: neither corrected nor read as pinyin. */
  isExact: boolean;
  /** A letter that belongs to its neighbours. */
  isJoined: boolean;
};

const COSTS = {
  word: 1,
  /** A Latin word or number that is no word of the vocabulary. */
  otherWord: 1.3,
  pageWord: 1.02,
  filler: 0.8,
  /** Words of one syllable are rarely meant when typed in Latin letters. */
  syllableWord: 1.8,
  unknownHan: 1.5,
  dictionaryWord: 1.9,
  dictionaryLetter: 0.5,
  unknownSyllable: 2.2,
  unknownLetter: 1.1,
  sound: 0.8,
  similarSound: 0.2,
  shape: 1.1,
  otherLetter: 1.9,
};
/** Longest syllable: `zhuang`. */
const MAX_SYLLABLE = 6;

const createEdge = (edge: Partial<Edge> & Pick<Edge, 'start' | 'end' | 'text' | 'cost'>): Edge => ({
  isWord: true,
  isExact: true,
  isJoined: false,
  ...edge,
});

/** Edge of a single unit, which no word covers. */
export const createSingleUnitEdge = (unit: Unit, start: number): Edge => {
  const end = start + 1;
  const { kind, text } = unit;
  if (kind === 'gap') return createEdge({ start, end, text, cost: 0, isWord: false });
  if (kind === 'word')
    return createEdge({ start, end, text, cost: COSTS.otherWord, isWord: false });
  const cost = kind === 'han' ? COSTS.unknownHan : COSTS.unknownLetter;
  return createEdge({ start, end, text, cost, isWord: false, isJoined: true });
};

/** Cost of a word: words of the trade cost less than words that occur on pages only. */
const getWordCost = (text: string, vocabulary: Vocabulary): number => {
  const word = vocabulary.words.get(text);
  if (word?.isFiller) return COSTS.filler;
  return word?.concepts[0] === text ? COSTS.pageWord : COSTS.word;
};

/** True if a word may begin or end before a unit: not within Latin letters. */
const canWordBeginOrEndBefore = (units: readonly Unit[], at: number): boolean =>
  units[at]?.kind !== 'letter' || units[at - 1]?.kind !== 'letter';

/** Words that are written as they are, Latin-Chinese ones such as `69码` included. */
const listExactWords = (units: readonly Unit[], start: number, vocabulary: Vocabulary): Edge[] => {
  const edges: Edge[] = [];
  if (!canWordBeginOrEndBefore(units, start)) return edges;
  let text = '';
  for (let end = start; end < units.length && text.length < 2 * MAX_WORD_LETTERS; end += 1) {
    const unit = units[end];
    if (!unit || (unit.kind === 'gap' && end === start)) break;
    text += unit.text;
    if (
      unit.kind !== 'gap' &&
      vocabulary.words.has(text) &&
      canWordBeginOrEndBefore(units, end + 1)
    )
      edges.push(createEdge({ start, end: end + 1, text, cost: getWordCost(text, vocabulary) }));
  }
  return edges;
};

/** State of a walk through the tree. */
type Walk = { node: SyllableNode; at: number; written: string[]; cost: number; letters: number };

/** Gaps between syllables typed in Latin letters do not count. */
const skipGapBetweenLetters = (units: readonly Unit[], at: number): number =>
  units[at]?.kind === 'gap' && units[at - 1]?.kind === 'letter' && units[at + 1]?.kind === 'letter'
    ? at + 1
    : at;

const listHanSteps = (walk: Walk, unit: Unit): Walk[] => {
  const steps: Walk[] = [];
  const addStep = (syllable: string, cost: number): void => {
    const node = walk.node.next.get(syllable);
    if (!node) return;
    steps.push({
      ...walk,
      node,
      at: walk.at + 1,
      written: [...walk.written, unit.text],
      cost: walk.cost + cost,
    });
  };
  for (const syllable of unit.syllables) {
    addStep(syllable, 0);
    for (const similar of listSimilarSyllables(syllable)) addStep(similar, COSTS.similarSound);
  }
  return steps;
};

const listLetterSteps = (walk: Walk, units: readonly Unit[], at: number): Walk[] => {
  const steps: Walk[] = [];
  let syllable = '';
  for (let end = at; end < at + MAX_SYLLABLE && units[end]?.kind === 'letter'; end += 1) {
    syllable += units[end]?.text ?? '';
    const node = walk.node.next.get(syllable);
    if (node)
      steps.push({
        ...walk,
        node,
        at: end + 1,
        written: [...walk.written, ''],
        letters: walk.letters + 1,
      });
  }
  return steps;
};

const listNextWalks = (walk: Walk, units: readonly Unit[]): Walk[] => {
  const at = walk.written.length > 0 ? skipGapBetweenLetters(units, walk.at) : walk.at;
  const unit = units[at];
  if (unit?.kind === 'han') return at === walk.at ? listHanSteps(walk, unit) : [];
  return unit?.kind === 'letter' ? listLetterSteps(walk, units, at) : [];
};

/** An edge for a word of the tree, if it is near enough to the query. */
const createSoundEdge = (
  walk: Walk,
  start: number,
  word: string,
  vocabulary: Vocabulary,
): Edge | null => {
  const letters = [...word];
  const wrongLetters = letters.filter(
    (letter, index) => walk.written[index] !== '' && walk.written[index] !== letter,
  );
  const hanCount = letters.length - walk.letters;
  if (wrongLetters.length === 0 && walk.letters === 0) return null;
  // Two other characters of the same sound are another word.
  if (hanCount > 0 && wrongLetters.length === letters.length && letters.length < 3) return null;
  if (wrongLetters.length > 2) return null;
  const isFiller = vocabulary.words.get(word)?.isFiller ?? false;
  if (wrongLetters.length > 0 && (isFiller || letters.length < 2)) return null;
  const base =
    letters.length === 1 && !isFiller ? COSTS.syllableWord : getWordCost(word, vocabulary);
  const cost = base + wrongLetters.length * COSTS.sound + walk.cost;
  return createEdge({ start, end: walk.at, text: word, cost, isExact: false });
};

/** Edges to words that sound like the units from `start`: characters, Latin letters or both. */
const listSoundEdges = (units: readonly Unit[], start: number, vocabulary: Vocabulary): Edge[] => {
  const edges: Edge[] = [];
  let walks: Walk[] = [{ node: vocabulary.tree.root, at: start, written: [], cost: 0, letters: 0 }];
  for (let depth = 0; depth < MAX_WORD_LETTERS && walks.length > 0; depth += 1) {
    walks = walks.flatMap((walk) => listNextWalks(walk, units));
    for (const walk of walks)
      for (const word of walk.node.words) {
        const edge = createSoundEdge(walk, start, word, vocabulary);
        if (edge) edges.push(edge);
      }
  }
  return edges;
};

/** Words with one other character: of any shape in long words, of a similar one in short ones. */
const listShapeEdges = (units: readonly Unit[], start: number, vocabulary: Vocabulary): Edge[] => {
  const edges: Edge[] = [];
  const letters: string[] = [];
  for (let end = start; end < start + MAX_WORD_LETTERS && units[end]?.kind === 'han'; end += 1) {
    letters.push(units[end]?.text ?? '');
    if (letters.length < 2 || vocabulary.words.has(letters.join(''))) continue;
    for (const [at, letter] of letters.entries()) {
      const pattern = buildWildcardPattern(letters, at);
      const words = letters.length === 2 ? vocabulary.pairs : vocabulary.patterns;
      for (const word of words.get(pattern) ?? []) {
        const isAlike = areLookalikeLetters(letter, word[at] ?? '');
        if (letters.length === 2 && !isAlike) continue;
        const cost = COSTS.word + (isAlike ? COSTS.shape : COSTS.otherLetter);
        edges.push(createEdge({ start, end: end + 1, text: word, cost, isExact: false }));
      }
    }
  }
  return edges;
};

/** A syllable that begins no known word. */
const listSyllableEdges = (
  units: readonly Unit[],
  start: number,
  vocabulary: Vocabulary,
): Edge[] => {
  const edges: Edge[] = [];
  let text = '';
  for (let end = start; end < start + MAX_SYLLABLE && units[end]?.kind === 'letter'; end += 1) {
    text += units[end]?.text ?? '';
    if (text.length > 1 && vocabulary.tree.syllables.has(text))
      edges.push(
        createEdge({
          start,
          end: end + 1,
          text,
          cost: COSTS.unknownSyllable,
          isWord: false,
          isExact: false,
        }),
      );
  }
  return edges;
};

/**
 * A word of the dictionary that no page has: not in need of mending by its shape, but characters of
 * the same sound are often typed as such words.
 */
const listDictionaryEdges = (units: readonly Unit[], start: number): Edge[] => {
  const length = units[start]?.wordLength ?? 0;
  if (length < 2) return [];
  const end = start + length;
  const text = units
    .slice(start, end)
    .map((unit) => unit.text)
    .join('');
  const cost = COSTS.dictionaryWord + (length - 2) * COSTS.dictionaryLetter;
  return [createEdge({ start, end, text, cost, isWord: false })];
};

/** Edges that begin at a unit, as written. */
export const listExactEdges = (
  units: readonly Unit[],
  start: number,
  vocabulary: Vocabulary,
): Edge[] => {
  const unit = units[start];
  if (!unit) return [];
  return [
    createSingleUnitEdge(unit, start),
    ...listDictionaryEdges(units, start),
    ...listExactWords(units, start, vocabulary),
  ];
};

/** Edges that begin at a unit, read as pinyin or with mistakes corrected. */
export const listCorrectedEdges = (
  units: readonly Unit[],
  start: number,
  vocabulary: Vocabulary,
): Edge[] => {
  if (units[start]?.kind === 'gap') return [];
  return [
    ...listSoundEdges(units, start, vocabulary),
    ...listShapeEdges(units, start, vocabulary),
    ...listSyllableEdges(units, start, vocabulary),
  ];
};
