// Compares everything others rely on with compat/snapshots. `--update` writes the allowed changes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  applyAllowedDifferences,
  listDifferences,
  type Decision,
  describeChanges,
  type Difference,
  isDifferenceAllowed,
  parseDecisions,
} from './compare.ts';
import { type Entries, toEntries } from './entries.ts';
import { runWithDataFolder } from './scratch.ts';
import { COLLECTORS, readSnapshot, writeSnapshot } from './snapshots.ts';
import { ROOT } from './sources.ts';

const UPDATE = 'npm run compat -- --update';

/** Maximum number of differences printed per snapshot. */
const MAX_SHOWN = 40;

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

const readDecisions = (): Decision[] =>
  parseDecisions(
    JSON.parse(readFileSync(join(ROOT, 'compat/decisions.json'), 'utf8')),
    Object.keys(COLLECTORS),
  );

const collectAllSnapshots = (): Promise<Map<string, Entries>> =>
  runWithDataFolder(async (dataDir) => {
    const snapshots = new Map<string, Entries>();
    for (const [name, collect] of Object.entries(COLLECTORS))
      snapshots.set(name, toEntries(await collect(dataDir)));
    return snapshots;
  });

const formatDifference = ({ entry, from, to }: Difference): string => {
  if (from === null) return `  + ${entry}${to ? `: ${to}` : ''}`;
  if (to === null) return `  - ${entry}${from ? `: ${from}` : ''}`;
  return `  ~ ${entry}: ${from} → ${to}`;
};

const printDifferences = (title: string, differences: readonly Difference[]): void => {
  if (differences.length === 0) return;
  printLine(title);
  for (const difference of differences.slice(0, MAX_SHOWN)) printLine(formatDifference(difference));
  const hiddenCount = differences.length - MAX_SHOWN;
  if (hiddenCount > 0) printLine(`  … and ${hiddenCount} more`);
};

const printRefusedDifferences = (name: string, differences: readonly Difference[]): void => {
  printDifferences(
    `${name}: removed, changed or newly asked for, which breaks who relies on it`,
    differences,
  );
  const [first] = differences;
  if (first === undefined) return;
  const decision = { snapshot: name, entry: first.entry, to: first.to, reason: '…' };
  printLine('  If it must be: a decision for each in compat/decisions.json, then');
  printLine(`  ${UPDATE}`);
  printLine(`  ${JSON.stringify(decision)}`);
};

const updateSnapshots = (
  snapshots: ReadonlyMap<string, Entries>,
  decisions: readonly Decision[],
): boolean => {
  let isWhole = true;
  let isChanged = false;
  for (const [name, now] of snapshots) {
    const oldEntries = readSnapshot(name);
    const { entries, refused } = applyAllowedDifferences(name, oldEntries, now, decisions);
    writeSnapshot(name, entries);
    const changes = describeChanges(oldEntries, entries);
    if (changes !== '') {
      printLine(`compat/snapshots/${name}.txt: ${changes}`);
      isChanged = true;
    }
    printRefusedDifferences(name, refused);
    if (refused.length > 0) isWhole = false;
  }
  if (!isChanged) printLine('compat/snapshots: as they were');
  return isWhole;
};

const checkSnapshots = (
  snapshots: ReadonlyMap<string, Entries>,
  decisions: readonly Decision[],
): boolean => {
  let isWhole = true;
  for (const [name, now] of snapshots) {
    const differences = listDifferences(readSnapshot(name), now);
    if (differences.length > 0) isWhole = false;
    const additions = differences.filter(({ isBreaking }) => !isBreaking);
    const allowed = differences.filter((difference) =>
      isDifferenceAllowed(name, difference, decisions),
    );
    printDifferences(`${name}: only an addition. Keep it with \`${UPDATE}\` and commit`, additions);
    printDifferences(
      `${name}: decided. Keep it with \`${UPDATE}\` and commit`,
      allowed.filter(({ isBreaking }) => isBreaking),
    );
    printRefusedDifferences(
      name,
      differences.filter((difference) => !allowed.includes(difference)),
    );
  }
  return isWhole;
};

const args = process.argv.slice(2);
if (args.some((arg) => arg !== '--update')) throw new Error(`compat takes nothing but --update`);
const snapshots = await collectAllSnapshots();
const decisions = readDecisions();
const isWhole = args.includes('--update')
  ? updateSnapshots(snapshots, decisions)
  : checkSnapshots(snapshots, decisions);
process.exitCode = isWhole ? 0 : 1;
