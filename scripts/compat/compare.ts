import type { Entries } from './entries.ts';

/** `from` is null for an addition, `to` for a removal. `isBreaking`: programs that rely on the old entry may fail. */
export type Difference = {
  entry: string;
  from: string | null;
  to: string | null;
  isBreaking: boolean;
};

/**
 * Permission to remove an entry (`to` null) or to change it to `to`, with the reason. An entry that ends in `*` stands
 * for all with this beginning, and only permits removal.
 */
export type Decision = { snapshot: string; entry: string; to: string | null; reason: string };

/**
 * Entries of what this product itself sends or writes. A required field there is a guarantee, no requirement for
 * others.
 */
const OUR_OUTPUT = / 200 data|^client config\.json/;

/** Nearest existing entry that contains this one: `POST /a` for `POST /a body.name` when the call had no body. */
const findContainingEntry = (entry: string, entries: Entries): string | undefined => {
  const cuts = Array.from(entry.matchAll(/[. ]/g), ({ index }) => entry.slice(0, index));
  return cuts.findLast((cut) => entries.has(cut));
};

/** Whether the entry is a new required part of an older entry: clients that do not send it are refused. */
const isNewRequirement = (
  entry: string,
  value: string,
  oldEntries: Entries,
  now: Entries,
): boolean => {
  if (!/^required\b/.test(value) || OUR_OUTPUT.test(entry)) return false;
  const containingEntry = findContainingEntry(entry, now);
  return containingEntry !== undefined && oldEntries.has(containingEntry);
};

const createDifference = (entry: string, oldEntries: Entries, now: Entries): Difference => {
  const [from = null, to = null] = [oldEntries.get(entry), now.get(entry)];
  const isBreaking = from !== null || (to !== null && isNewRequirement(entry, to, oldEntries, now));
  return { entry, from, to, isBreaking };
};

export const listDifferences = (oldEntries: Entries, now: Entries): Difference[] =>
  [...new Set([...oldEntries.keys(), ...now.keys()])]
    .filter((entry) => oldEntries.get(entry) !== now.get(entry))
    .toSorted()
    .map((entry) => createDifference(entry, oldEntries, now));

const isDecisionFor = (decision: Decision, { entry, to }: Difference): boolean => {
  if (decision.to !== to) return false;
  if (decision.entry.endsWith('*'))
    return to === null && entry.startsWith(decision.entry.slice(0, -1));
  return decision.entry === entry;
};

/** Whether a difference breaks nothing or a decision permits it. */
export const isDifferenceAllowed = (
  snapshot: string,
  difference: Difference,
  decisions: readonly Decision[],
): boolean =>
  !difference.isBreaking ||
  decisions.some(
    (decision) => decision.snapshot === snapshot && isDecisionFor(decision, difference),
  );

/** Applies the allowed differences to a snapshot. Refused ones keep their old entry and are returned. */
export const applyAllowedDifferences = (
  snapshot: string,
  oldEntries: Entries,
  now: Entries,
  decisions: readonly Decision[],
): { entries: Entries; refused: Difference[] } => {
  const entries = new Map(oldEntries);
  const refusedDifferences: Difference[] = [];
  for (const difference of listDifferences(oldEntries, now)) {
    if (!isDifferenceAllowed(snapshot, difference, decisions)) refusedDifferences.push(difference);
    else if (difference.to === null) entries.delete(difference.entry);
    else entries.set(difference.entry, difference.to);
  }
  return { entries, refused: refusedDifferences };
};

/** Summary such as `2 added, 1 changed`; '' without differences. */
export const describeChanges = (oldEntries: Entries, newEntries: Entries): string => {
  const differences = listDifferences(oldEntries, newEntries);
  const countDifferences = (isCounted: (difference: Difference) => boolean): number =>
    differences.filter(isCounted).length;
  return [
    [countDifferences(({ from }) => from === null), 'added'] as const,
    [countDifferences(({ from, to }) => from !== null && to !== null), 'changed'] as const,
    [countDifferences(({ to }) => to === null), 'removed'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${count} ${label}`)
    .join(', ');
};

const isNonEmptyText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '';

/** @throws when one lacks a part, or speaks of a snapshot there is not */
export const parseDecisions = (value: unknown, snapshots: readonly string[]): Decision[] => {
  if (!Array.isArray(value)) throw new Error('compat/decisions.json is no list');
  return value.map((item: unknown) => {
    const { snapshot, entry, to, reason } = Object(item) as Record<string, unknown>;
    const isRight =
      isNonEmptyText(snapshot) &&
      snapshots.includes(snapshot) &&
      isNonEmptyText(entry) &&
      (to === null || typeof to === 'string') &&
      isNonEmptyText(reason);
    if (!isRight) throw new Error(`compat/decisions.json: ${JSON.stringify(item)} is no decision`);
    return { snapshot, entry, to, reason };
  });
};
