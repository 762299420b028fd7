/** The elements that are first, third and so on, or second, fourth and so on. */
export type Parity = 'odd' | 'even';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Those of a character's elements that have one parity. */
export const listElements = (widths: readonly number[], parity: Parity): number[] =>
  widths.filter((_, i) => i % 2 === (parity === 'odd' ? 0 : 1));

/** From an edge to the next one of its kind, in modules: the same however much ink spreads. */
const edgeToEdge = (runs: readonly number[], module: number): number[] =>
  runs.slice(1).map((run, i) => ((runs[i] ?? 0) + run) / module);

/**
 * The widths of a character's elements in modules (ISO/IEC 24724, reference decode algorithms): from edges to similar
 * edges, and from one of the `narrow` elements being a module wide. Nothing where they do not make `modules`.
 */
export function listWidths(
  runs: readonly number[],
  modules: number,
  narrow: Parity,
): number[] | undefined {
  const pairs = edgeToEdge(runs, sum(runs) / modules).map((pair) => Math.round(pair));
  if (sum(listElements(pairs, 'odd')) !== modules) return undefined;
  // As if the first were of no width: a wider one widens all odd ones, and narrows the even ones by as much.
  const from = [0];
  for (const pair of pairs) from.push(pair - (from.at(-1) ?? 0));
  const least = Math.min(...listElements(from, narrow));
  const first = narrow === 'odd' ? 1 - least : least - 1;
  const widths = from.map((width, i) => (i % 2 === 0 ? width + first : width - first));
  return widths.every((width) => width >= 1) ? widths : undefined;
}

/** The finder pattern that is like these five elements, by its place in the table; nothing where none is. */
export function getFinder(
  runs: readonly number[],
  module: number,
  patterns: readonly (readonly number[])[],
): number | undefined {
  const seen = edgeToEdge(runs, module);
  const distances = patterns.map((pattern) =>
    sum(edgeToEdge(pattern, 1).map((pair, i) => Math.abs(pair - (seen[i] ?? 0)))),
  );
  const least = Math.min(...distances);
  // Two patterns differ by two modules at least.
  return least < 1 ? distances.indexOf(least) : undefined;
}

/** How wide elements are together, the widest of them, and whether one of them must be narrow. */
type Subset = { modules: number; widest: number; hasNarrow: boolean };

const counted = new Map<string, number>();

/** In how many ways so many elements make up a subset. */
function listWays(elements: number, { modules, widest, hasNarrow }: Subset): number {
  if (elements === 0) return modules === 0 && !hasNarrow ? 1 : 0;
  if (modules < elements || modules > elements * widest) return 0;
  const key = `${elements} ${modules} ${widest} ${hasNarrow}`;
  const known = counted.get(key);
  if (known !== undefined) return known;
  let ways = 0;
  for (let width = 1; width <= widest; width += 1)
    ways += listWays(elements - 1, afterOne({ modules, widest, hasNarrow }, width));
  counted.set(key, ways);
  return ways;
}

const afterOne = ({ modules, widest, hasNarrow }: Subset, width: number): Subset => ({
  modules: modules - width,
  widest,
  hasNarrow: hasNarrow && width !== 1,
});

/** How many of the ways come before these widths, where narrow ones come first. */
function getValue(widths: readonly number[], subset: Subset): number {
  let [value, rest] = [0, subset];
  for (const [i, width] of widths.entries()) {
    for (let less = 1; less < width; less += 1)
      value += listWays(widths.length - i - 1, afterOne(rest, less));
    rest = afterOne(rest, width);
  }
  return value;
}

/**
 * A row of a standard's table of characteristics: its first value, what odd and even elements are, and how many values those
 * have that count second. These may be fewer than there are ways: the last ones are not used.
 */
export type Group = {
  from: number;
  odd: readonly [modules: number, widest: number];
  even: readonly [modules: number, widest: number];
  second: number;
};

/** What characters of a kind are: groups in ascending order, and the first value past the last. */
export type Characters = {
  groups: readonly Group[];
  end: number;
  /** Which elements have a narrow one. */
  narrow: Parity;
  /** Which elements count second. */
  second: Parity;
};

/** The value of a character (ISO/IEC 24724, annex on element widths); nothing where there is no such character. */
export function getCharacter(
  widths: readonly number[],
  { groups, end, narrow, second }: Characters,
): number | undefined {
  const [odd, even] = [listElements(widths, 'odd'), listElements(widths, 'even')];
  const at = groups.findIndex(({ odd: [modules] }) => modules === sum(odd));
  const group = groups[at];
  if (group === undefined || sum(even) !== group.even[0]) return undefined;
  if (Math.max(...odd) > group.odd[1] || Math.max(...even) > group.even[1]) return undefined;
  const subset = (parity: Parity): Subset => ({
    modules: group[parity][0],
    widest: group[parity][1],
    hasNarrow: narrow === parity,
  });
  const values = { odd: getValue(odd, subset('odd')), even: getValue(even, subset('even')) };
  if (values[second] >= group.second) return undefined;
  const first = second === 'odd' ? values.even : values.odd;
  const value = group.from + first * group.second + values[second];
  return value < (groups[at + 1]?.from ?? end) ? value : undefined;
}
