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

const EMPTY_NODE: SyllableNode = { words: [], next: new Map() };

const combineReadings = (readings: readonly (readonly string[])[]): string[][] => {
  let combinations: string[][] = [[]];
  for (const syllables of readings)
    combinations = combinations
      .flatMap((begin) => syllables.map((syllable) => [...begin, syllable]))
      .slice(0, MAX_READINGS);
  return combinations;
};

/** Creates a tree: empty, or with the words of another one, whose nodes it shares. */
export const createSyllableTree = (base?: SyllableTree): SyllableTree => {
  /** Nodes of this tree alone: a shared one is copied before it changes. */
  const ownNodes = new WeakSet<SyllableNode>();
  const createOwnNode = ({ words, next }: SyllableNode): SyllableNode => {
    const node = { words: [...words], next: new Map(next) };
    ownNodes.add(node);
    return node;
  };
  const getOwnChild = (node: SyllableNode, syllable: string): SyllableNode => {
    const child = node.next.get(syllable);
    if (child && ownNodes.has(child)) return child;
    const ownChild = createOwnNode(child ?? EMPTY_NODE);
    node.next.set(syllable, ownChild);
    return ownChild;
  };
  const root = createOwnNode(base?.root ?? EMPTY_NODE);
  const syllables = new Set(base?.syllables);
  return {
    root,
    syllables,
    addWord: (word, readings) => {
      const combinations = combineReadings(readings);
      for (const combination of combinations) {
        let node = root;
        for (const syllable of combination) {
          syllables.add(syllable);
          node = getOwnChild(node, syllable);
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

const listSwappedInitials = (syllable: string): string[] => {
  for (const [a, b] of STARTS) {
    if (syllable.startsWith(a)) return [b + syllable.slice(a.length)];
    if (syllable.startsWith(b)) return [a + syllable.slice(b.length)];
  }
  return [];
};

const listSwappedFinals = (syllable: string): string[] => {
  for (const [a, b] of ENDS) {
    if (syllable.endsWith(a)) return [syllable.slice(0, -a.length) + b];
    if (syllable.endsWith(b)) return [syllable.slice(0, -b.length) + a];
  }
  return [];
};

/** Syllables that many speakers do not tell apart: zh and z, n and l, ing and in. */
export const listSimilarSyllables = (syllable: string): string[] => {
  const starts = listSwappedInitials(syllable);
  const ends = listSwappedFinals(syllable);
  return [...starts, ...ends, ...starts.flatMap(listSwappedFinals)].filter(
    (candidate) => candidate !== syllable,
  );
};
