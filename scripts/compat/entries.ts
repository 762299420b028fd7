/** Entries of a snapshot: name of a thing that others rely on → its properties; '' when the name says everything. */
export type Entries = ReadonlyMap<string, string>;

/** Result of a collector: names alone, or names with properties. */
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

const formatEntry = ([name, value]: readonly [string, string]): string =>
  value === '' ? name : `${name}${SEPARATOR}${value}`;

/** One line per entry, sorted by code units, so that every machine writes the same file. */
export const formatEntries = (entries: Entries): string =>
  [...entries]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map((entry) => `${formatEntry(entry)}\n`)
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
