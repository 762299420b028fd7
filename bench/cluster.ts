// Several servers on one PostgreSQL and one S3 bucket under nine faults, with three print clients behind nginx: labels lost, doubled and uncertain, and the time until all is caught up.
import { parseArgs } from 'node:util';
import { noNginx } from '../e2e/support/nginx.ts';
import { CLUSTER_FAULTS, type ClusterFault } from './support/cluster/faults.ts';
import {
  countLabels,
  type FaultResult,
  type Pace,
  playFault,
} from './support/cluster/play-fault.ts';
import { openSite } from './support/cluster/site.ts';

const LANGUAGES = ['zpl', 'tspl', 'escpos'] as const;
/** The documented limit. */
const LIMIT_S = 10;

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '3' },
    // Of the ZPL printer for each fault; the others print as many as they can in the same time.
    labels: { type: 'string', default: '200' },
    // Labels a second at the ZPL printer. It prints about 4: the client reads its counter after each.
    rate: { type: 'string', default: '3' },
    // Names, with commas between them.
    faults: { type: 'string', default: Object.keys(CLUSTER_FAULTS).join(',') },
  },
});
const pace: Pace = { labels: Number(values.labels), perSecond: Number(values.rate) };
const names = values.faults.split(',');
const faultsByName: Record<string, ClusterFault> = CLUSTER_FAULTS;
const unknownName = names.find((name) => !faultsByName[name]);
if (unknownName !== undefined)
  throw new Error(`no fault ${unknownName}: ${Object.keys(faultsByName).join(', ')}`);
if (noNginx) throw new Error(noNginx);

const COLUMNS = ['fault', 'printed', 'lost', 'doubled', 'uncertain', 'caught up, s', 'in time'];
const formatRow = (cells: readonly string[]): string =>
  cells.map((cell, n) => (n === 0 ? cell.padEnd(10) : cell.padStart(12))).join(' ');

const describeResult = (name: string, result: FaultResult): string[] => {
  const { printed, submitted, lost, doubled, uncertain, caughtUpS } = result;
  const isInTime = caughtUpS <= LIMIT_S;
  if (!isInTime || lost.length + doubled.length + result.unknown + result.repeated > 0)
    process.exitCode = 1;
  const counts = [`${printed}/${submitted}`, lost.length, doubled.length, uncertain].map(String);
  return [name, ...counts, caughtUpS.toFixed(1), isInTime ? 'yes' : 'NO'];
};

/** The first labels that went wrong; all would fill the screen. */
const MAX_NAMED = 20;

const site = await openSite({
  servers: Number(values.servers),
  desks: LANGUAGES.map((language) => ({
    language,
    labels: names.length * countLabels(language, pace),
  })),
});
const rows: string[][] = [];
const printTable = (): void => {
  console.log(`\n${values.servers} servers, ZPL at ${pace.perSecond} labels a second`);
  console.log([COLUMNS, ...rows].map(formatRow).join('\n'));
};
try {
  for (const [place, name] of names.entries()) {
    const fault = faultsByName[name];
    const missing = fault?.missing?.(site) ?? '';
    if (!fault || missing !== '') {
      console.log(`${name}: left out: ${missing}`);
      continue;
    }
    const result = await playFault(site, fault, { place, pace });
    rows.push(describeResult(name, result));
    const { words, failures, unknown, lost, doubled } = result;
    console.log(`${name}: ${words}; ${unknown} unknown pieces`);
    for (const [reason, count] of failures) console.log(`  ${count} × repeated: ${reason}`);
    for (const [what, list] of Object.entries({ lost, doubled }))
      if (list.length > 0) console.log(`  ${what}: ${list.slice(0, MAX_NAMED).join(' ')}`);
  }
} finally {
  // What was found before a fault went wrong counts, too.
  printTable();
  await site.close();
}
