/** What a snapshot says: the name of a thing others rely on → what is true of it; '' where its name says all. */
export type Entries = ReadonlyMap<string, string>;

/** What a source answers: names alone, or with what is true of each. */
export type Collected = Entries | Readonly<Record<string, string>> | readonly string[];

const SEPARATOR = ' :: ';

const checkEntry = (name: string, value: string): void => {
  if (name === '' || name.includes(SEPARATOR) || /[\r\n]/.test(name + value))
    throw new Error(`no name of an entry: ${JSON.stringify(name)}`);
};

const listPairs = (collected: Collected): [string, string][] => {
  if (collected instanceof Map) return [...collected];
  if (Array.isArray(collected)) return collected.map((name: string) => [name, '']);
  return Object.entries(collected);
};

export const toEntries = (collected: Collected): Entries => {
  const entries = new Map<string, string>();
  for (const [name, value] of listPairs(collected)) {
    checkEntry(name, value);
    if (entries.has(name)) throw new Error(`an entry has two meanings: ${name}`);
    entries.set(name, value);
  }
  return entries;
};

const writeLine = ([name, value]: readonly [string, string]): string =>
  value === '' ? name : `${name}${SEPARATOR}${value}`;

/** Sorted by code units, a line each: the same on every machine. */
export const formatEntries = (entries: Entries): string =>
  [...entries]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map((entry) => `${writeLine(entry)}\n`)
    .join('');

export const parseEntries = (text: string): Entries =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const at = line.indexOf(SEPARATOR);
        return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + SEPARATOR.length)];
      }),
  );
