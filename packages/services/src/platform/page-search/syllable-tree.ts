/** A node: words that end here, and what may follow. */
export type SyllableNode = { words: string[]; next: Map<string, SyllableNode> };

/** Words by their toneless syllables. */
export type SyllableTree = {
  root: SyllableNode;
  /** Every syllable of a word. */
  syllables: ReadonlySet<string>;
  /** Adds a word under each of its readings; returns them as they are typed, the usual one first. */
  addWord: (word: string, readings: readonly (readonly string[])[]) => string[];
};

/** A word with several characters of several readings is added under the first of them. */
const MAX_READINGS = 8;

const createNode = (): SyllableNode => ({ words: [], next: new Map() });

const combineReadings = (readings: readonly (readonly string[])[]): string[][] => {
  let combinations: string[][] = [[]];
  for (const syllables of readings)
    combinations = combinations
      .flatMap((begin) => syllables.map((syllable) => [...begin, syllable]))
      .slice(0, MAX_READINGS);
  return combinations;
};

export const createSyllableTree = (): SyllableTree => {
  const root = createNode();
  const syllables = new Set<string>();
  return {
    root,
    syllables,
    addWord: (word, readings) => {
      const combinations = combineReadings(readings);
      for (const combination of combinations) {
        let node = root;
        for (const syllable of combination) {
          syllables.add(syllable);
          const next = node.next.get(syllable) ?? createNode();
          node.next.set(syllable, next);
          node = next;
        }
        if (!node.words.includes(word)) node.words.push(word);
      }
      return combinations.map((combination) => combination.join(''));
    },
  };
};

const STARTS: readonly (readonly [string, string])[] = [
  ['zh', 'z'],
  ['ch', 'c'],
  ['sh', 's'],
  ['n', 'l'],
];
const ENDS: readonly (readonly [string, string])[] = [
  ['ang', 'an'],
  ['eng', 'en'],
  ['ing', 'in'],
];

const swapStart = (syllable: string): string[] => {
  for (const [a, b] of STARTS) {
    if (syllable.startsWith(a)) return [b + syllable.slice(a.length)];
    if (syllable.startsWith(b)) return [a + syllable.slice(b.length)];
  }
  return [];
};

const swapEnd = (syllable: string): string[] => {
  for (const [a, b] of ENDS) {
    if (syllable.endsWith(a)) return [syllable.slice(0, -a.length) + b];
    if (syllable.endsWith(b)) return [syllable.slice(0, -b.length) + a];
  }
  return [];
};

/** Syllables that many speakers do not tell apart: zh and z, n and l, ing and in. */
export const listSimilarSyllables = (syllable: string): string[] => {
  const starts = swapStart(syllable);
  const ends = swapEnd(syllable);
  return [...starts, ...ends, ...starts.flatMap(swapEnd)].filter((other) => other !== syllable);
};
