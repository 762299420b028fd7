import { formatCount } from '@yunbiao/ui/format.ts';
import type { Detail } from './words.ts';

/** Runs named before the rest is left out: the labels are listed below. */
const MAX_RUNS = 4;

/** Consecutive numbers as runs: 3 4 5 9 → [3, 5] [9, 9]. */
const listRuns = (numbers: readonly number[]): [from: number, to: number][] => {
  const runs: [number, number][] = [];
  for (const one of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && one <= last[1] + 1) last[1] = one;
    else runs.push([one, one]);
  }
  return runs;
};

/** 第 17–18、40 张: where labels stand in their batch, which is what one counts on the roll. */
export const placesText = (
  labels: readonly Pick<Detail, 'id' | 'sequence'>[],
  places: ReadonlyMap<string, number>,
): string => {
  const runs = listRuns(labels.map(({ id, sequence }) => (places.get(id) ?? sequence - 1) + 1));
  const named = runs
    .slice(0, MAX_RUNS)
    .map(([from, to]) =>
      from === to ? formatCount(from) : `${formatCount(from)}–${formatCount(to)}`,
    );
  return `第 ${named.join('、')}${runs.length > MAX_RUNS ? ' 等' : ''} 张`;
};
