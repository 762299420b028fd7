// Compares what others rely on with what compat/snapshots says of it. `--update` writes what may be written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  applyAllowed,
  compare,
  type Decision,
  describeChanges,
  type Difference,
  isAllowed,
  parseDecisions,
} from './compare.ts';
import { type Entries, toEntries } from './entries.ts';
import { withDataFolder } from './scratch.ts';
import { COLLECTORS, readSnapshot, writeSnapshot } from './snapshots.ts';
import { ROOT } from './sources.ts';

const UPDATE = 'npm run compat -- --update';

/** Differences shown of one snapshot. */
const MAX_SHOWN = 40;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const readDecisions = (): Decision[] =>
  parseDecisions(
    JSON.parse(readFileSync(join(ROOT, 'compat/decisions.json'), 'utf8')),
    Object.keys(COLLECTORS),
  );

const collectAll = (): Promise<Map<string, Entries>> =>
  withDataFolder(async (dataDir) => {
    const all = new Map<string, Entries>();
    for (const [name, collect] of Object.entries(COLLECTORS))
      all.set(name, toEntries(await collect(dataDir)));
    return all;
  });

const writeDifference = ({ entry, from, to }: Difference): string => {
  if (from === null) return `  + ${entry}${to ? `: ${to}` : ''}`;
  if (to === null) return `  - ${entry}${from ? `: ${from}` : ''}`;
  return `  ~ ${entry}: ${from} → ${to}`;
};

const show = (title: string, differences: readonly Difference[]): void => {
  if (differences.length === 0) return;
  say(title);
  for (const one of differences.slice(0, MAX_SHOWN)) say(writeDifference(one));
  const more = differences.length - MAX_SHOWN;
  if (more > 0) say(`  … and ${more} more`);
};

const showRefused = (name: string, refused: readonly Difference[]): void => {
  show(`${name}: removed, changed or newly asked for, which breaks who relies on it`, refused);
  const [first] = refused;
  if (first === undefined) return;
  const decision = { snapshot: name, entry: first.entry, to: first.to, reason: '…' };
  say('  If it must be: a decision for each in compat/decisions.json, then');
  say(`  ${UPDATE}`);
  say(`  ${JSON.stringify(decision)}`);
};

const update = (all: ReadonlyMap<string, Entries>, decisions: readonly Decision[]): boolean => {
  let isWhole = true;
  let isChanged = false;
  for (const [name, now] of all) {
    const kept = readSnapshot(name);
    const { entries, refused } = applyAllowed(name, kept, now, decisions);
    writeSnapshot(name, entries);
    const changes = describeChanges(kept, entries);
    if (changes !== '') {
      say(`compat/snapshots/${name}.txt: ${changes}`);
      isChanged = true;
    }
    showRefused(name, refused);
    if (refused.length > 0) isWhole = false;
  }
  if (!isChanged) say('compat/snapshots: as they were');
  return isWhole;
};

const check = (all: ReadonlyMap<string, Entries>, decisions: readonly Decision[]): boolean => {
  let isWhole = true;
  for (const [name, now] of all) {
    const differences = compare(readSnapshot(name), now);
    if (differences.length > 0) isWhole = false;
    const added = differences.filter(({ isBreaking }) => !isBreaking);
    const allowed = differences.filter((one) => isAllowed(name, one, decisions));
    show(`${name}: only an addition. Keep it with \`${UPDATE}\` and commit`, added);
    show(
      `${name}: decided. Keep it with \`${UPDATE}\` and commit`,
      allowed.filter(({ isBreaking }) => isBreaking),
    );
    showRefused(
      name,
      differences.filter((one) => !allowed.includes(one)),
    );
  }
  return isWhole;
};

const args = process.argv.slice(2);
if (args.some((one) => one !== '--update')) throw new Error(`compat takes nothing but --update`);
const all = await collectAll();
const decisions = readDecisions();
const isWhole = args.includes('--update') ? update(all, decisions) : check(all, decisions);
process.exitCode = isWhole ? 0 : 1;
