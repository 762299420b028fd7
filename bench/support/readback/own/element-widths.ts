/** Elements at odd positions (first, third, …) or even ones (second, fourth, …). */
export type Parity = 'odd' | 'even';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, item) => all + item, 0);

/** A character's elements of one parity. */
export const listElements = (widths: readonly number[], parity: Parity): number[] =>
  widths.filter((_, i) => i % 2 === (parity === 'odd' ? 0 : 1));

/** Distances between edges of the same kind, in modules: independent of ink spread. */
const edgeToEdge = (runs: readonly number[], module: number): number[] =>
  runs.slice(1).map((run, i) => ((runs[i] ?? 0) + run) / module);

/**
 * Element widths of a character in modules (ISO/IEC 24724, reference decode algorithms), from
 * edge-to-similar-edge distances and the rule that one of the `narrow` elements is one module wide.
 * Undefined when they do not add up to `modules`.
 */
export function listWidths(
  runs: readonly number[],
  modules: number,
  narrow: Parity,
): number[] | undefined {
  const pairs = edgeToEdge(runs, sum(runs) / modules).map((pair) => Math.round(pair));
  if (sum(listElements(pairs, 'odd')) !== modules) return undefined;
  // Assumes width 0 for the first element: a wider one widens all odd elements and narrows the even
  // ones equally.
  const from = [0];
  for (const pair of pairs) from.push(pair - (from.at(-1) ?? 0));
  const min = Math.min(...listElements(from, narrow));
  const first = narrow === 'odd' ? 1 - min : min - 1;
  const widths = from.map((width, i) => (i % 2 === 0 ? width + first : width - first));
  return widths.every((width) => width >= 1) ? widths : undefined;
}

/** Index of the finder pattern that matches these five elements; undefined when none does. */
export function getFinder(
  runs: readonly number[],
  module: number,
  patterns: readonly (readonly number[])[],
): number | undefined {
  const seen = edgeToEdge(runs, module);
  const distances = patterns.map((pattern) =>
    sum(edgeToEdge(pattern, 1).map((pair, i) => Math.abs(pair - (seen[i] ?? 0)))),
  );
  const min = Math.min(...distances);
  // Two patterns differ by at least two modules.
  return min < 1 ? distances.indexOf(min) : undefined;
}

/** Total width of the elements, the widest one, and whether one of them must be narrow. */
type Subset = { modules: number; widest: number; hasNarrow: boolean };

const counted = new Map<string, number>();

/** Number of combinations of `elements` widths in a subset. */
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

/** Number of combinations before these widths, narrow ones first. */
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
 * A row of the standard's characteristics table: its first value, the subsets of odd and even
 * elements, and the number of values of the second subset. This may be smaller than the number of
 * combinations: the last ones are unused.
 */
export type Group = {
  from: number;
  odd: readonly [modules: number, widest: number];
  even: readonly [modules: number, widest: number];
  second: number;
};

/**
 * Characteristics of a kind of character: groups in ascending order, and the first value past the
 * last.
 */
export type Characters = {
  groups: readonly Group[];
  end: number;
  /** The parity that has a narrow element. */
  narrow: Parity;
  /** The parity of the less significant subset. */
  second: Parity;
};

/**
 * The value of a character (ISO/IEC 24724, annex on element widths); undefined when there is no
 * such character.
 */
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
