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
const findContainingEntry = (entry: string, all: Entries): string | undefined => {
  const cuts = Array.from(entry.matchAll(/[. ]/g), ({ index }) => entry.slice(0, index));
  return cuts.findLast((one) => all.has(one));
};

/** Whether the entry is a new required part of an older entry: clients that do not send it are refused. */
const isNewRequirement = (entry: string, value: string, kept: Entries, now: Entries): boolean => {
  if (!/^required\b/.test(value) || OUR_OUTPUT.test(entry)) return false;
  const whole = findContainingEntry(entry, now);
  return whole !== undefined && kept.has(whole);
};

const createDifference = (entry: string, kept: Entries, now: Entries): Difference => {
  const [from = null, to = null] = [kept.get(entry), now.get(entry)];
  const isBreaking = from !== null || (to !== null && isNewRequirement(entry, to, kept, now));
  return { entry, from, to, isBreaking };
};

export const listDifferences = (kept: Entries, now: Entries): Difference[] =>
  [...new Set([...kept.keys(), ...now.keys()])]
    .filter((entry) => kept.get(entry) !== now.get(entry))
    .toSorted()
    .map((entry) => createDifference(entry, kept, now));

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
  decisions.some((one) => one.snapshot === snapshot && isDecisionFor(one, difference));

/** Applies the allowed differences to a snapshot. Refused ones keep their old entry and are returned. */
export const applyAllowedDifferences = (
  snapshot: string,
  kept: Entries,
  now: Entries,
  decisions: readonly Decision[],
): { entries: Entries; refused: Difference[] } => {
  const entries = new Map(kept);
  const refused: Difference[] = [];
  for (const difference of listDifferences(kept, now)) {
    if (!isDifferenceAllowed(snapshot, difference, decisions)) refused.push(difference);
    else if (difference.to === null) entries.delete(difference.entry);
    else entries.set(difference.entry, difference.to);
  }
  return { entries, refused };
};

/** Summary such as `2 added, 1 changed`; '' without differences. */
export const describeChanges = (kept: Entries, written: Entries): string => {
  const differences = listDifferences(kept, written);
  const count = (isCounted: (one: Difference) => boolean): number =>
    differences.filter(isCounted).length;
  return [
    [count(({ from }) => from === null), 'added'] as const,
    [count(({ from, to }) => from !== null && to !== null), 'changed'] as const,
    [count(({ to }) => to === null), 'removed'] as const,
  ]
    .filter(([many]) => many > 0)
    .map(([many, what]) => `${many} ${what}`)
    .join(', ');
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** @throws when one lacks a part, or speaks of a snapshot there is not */
export const parseDecisions = (stored: unknown, snapshots: readonly string[]): Decision[] => {
  if (!Array.isArray(stored)) throw new Error('compat/decisions.json is no list');
  return stored.map((one: unknown) => {
    const { snapshot, entry, to, reason } = Object(one) as Record<string, unknown>;
    const isRight =
      isText(snapshot) &&
      snapshots.includes(snapshot) &&
      isText(entry) &&
      (to === null || typeof to === 'string') &&
      isText(reason);
    if (!isRight) throw new Error(`compat/decisions.json: ${JSON.stringify(one)} is no decision`);
    return { snapshot, entry, to, reason };
  });
};
