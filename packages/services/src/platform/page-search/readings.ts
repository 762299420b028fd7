/** Readings of Chinese characters, for search only. */
export type Readings = {
  /** Traditional characters become simplified ones, letter by letter. */
  toSimplified: (text: string) => string;
  /** Toneless readings of a character, the usual one first; empty for other letters. */
  listSyllables: (letter: string) => readonly string[];
};

/** `㑯 㑔|㑳 㑇`: a traditional character and its simplified forms. */
const parseSimplifiedForms = (table: string): Map<string, string> =>
  new Map(
    table.split('|').map((entry) => {
      const [traditional = '', simplified = ''] = entry.split(' ');
      return [traditional, simplified];
    }),
  );

const MAX_CACHED_LETTERS = 20_000;
const HAN_LETTER = /^\p{Script=Han}$/u;

const loadReadingTables = async (): Promise<Readings> => {
  // The tables are large: they are loaded with the first search.
  const [{ default: table }, { polyphonic }] = await Promise.all([
    import('opencc-js/dict/TSCharacters'),
    import('pinyin-pro'),
  ]);
  const simplifiedForms = parseSimplifiedForms(table);
  const syllables = new Map<string, readonly string[]>();
  return {
    toSimplified: (text) => {
      let simplified = '';
      for (const letter of text) simplified += simplifiedForms.get(letter) ?? letter;
      return simplified;
    },
    listSyllables: (letter) => {
      const cachedSyllables = syllables.get(letter);
      if (cachedSyllables) return cachedSyllables;
      const list = HAN_LETTER.test(letter)
        ? (polyphonic(letter, { toneType: 'none', type: 'array', v: true })[0] ?? [])
        : [];
      if (syllables.size < MAX_CACHED_LETTERS) syllables.set(letter, list);
      return list;
    },
  };
};

let readings: Promise<Readings> | undefined;

/** Loads the tables once. */
export const loadReadings = (): Promise<Readings> => {
  if (readings) return readings;
  readings = loadReadingTables();
  // Retry after a failure.
  readings.catch(() => {
    readings = undefined;
  });
  return readings;
};
