import type { Entries } from './entries.ts';

/** `from` null: added; `to` null: removed. `isBreaking`: who relied on what was there may fail. */
export type Difference = {
  entry: string;
  from: string | null;
  to: string | null;
  isBreaking: boolean;
};

/**
 * That an entry may be removed (`to` null) or become `to`, and why. An entry that ends in `*` is every one that begins so,
 * and can only be removed.
 */
export type Decision = { snapshot: string; entry: string; to: string | null; reason: string };

/** What we answer or write ourselves: that it is always there is asked of nobody. */
const OURS = / 200 data|^client config\.json/;

/** The nearest entry it is a part of: `POST /a` of `POST /a body.name` where the call had no body. */
const findWhole = (entry: string, all: Entries): string | undefined => {
  const cuts = Array.from(entry.matchAll(/[. ]/g), ({ index }) => entry.slice(0, index));
  return cuts.findLast((one) => all.has(one));
};

/** A new part that must be there, of something older: who does not know it is refused. */
const isDemand = (entry: string, value: string, kept: Entries, now: Entries): boolean => {
  if (!/^required\b/.test(value) || OURS.test(entry)) return false;
  const whole = findWhole(entry, now);
  return whole !== undefined && kept.has(whole);
};

const tell = (entry: string, kept: Entries, now: Entries): Difference => {
  const [from = null, to = null] = [kept.get(entry), now.get(entry)];
  const isBreaking = from !== null || (to !== null && isDemand(entry, to, kept, now));
  return { entry, from, to, isBreaking };
};

export const compare = (kept: Entries, now: Entries): Difference[] =>
  [...new Set([...kept.keys(), ...now.keys()])]
    .filter((entry) => kept.get(entry) !== now.get(entry))
    .toSorted()
    .map((entry) => tell(entry, kept, now));

const covers = (decision: Decision, { entry, to }: Difference): boolean => {
  if (decision.to !== to) return false;
  if (decision.entry.endsWith('*'))
    return to === null && entry.startsWith(decision.entry.slice(0, -1));
  return decision.entry === entry;
};

/** What breaks nobody needs no decision. */
export const isAllowed = (
  snapshot: string,
  difference: Difference,
  decisions: readonly Decision[],
): boolean =>
  !difference.isBreaking ||
  decisions.some((one) => one.snapshot === snapshot && covers(one, difference));

/** The snapshot as it may be written now: what is not allowed stays as it was. */
export const applyAllowed = (
  snapshot: string,
  kept: Entries,
  now: Entries,
  decisions: readonly Decision[],
): { entries: Entries; refused: Difference[] } => {
  const entries = new Map(kept);
  const refused: Difference[] = [];
  for (const difference of compare(kept, now)) {
    if (!isAllowed(snapshot, difference, decisions)) refused.push(difference);
    else if (difference.to === null) entries.delete(difference.entry);
    else entries.set(difference.entry, difference.to);
  }
  return { entries, refused };
};

/** `2 added, 1 changed`; empty when nothing is different. */
export const describeChanges = (kept: Entries, written: Entries): string => {
  const differences = compare(kept, written);
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
