// Labels leased to a print client and acknowledged as printed, as the gateway does it, against the bare SQL of the same rows, on both databases.
import { parseArgs } from 'node:util';
import type { Report } from '@yunbiao/contract/gateway/gateway';
import type { Database } from '@yunbiao/db';
import { type Context, leaseLabels, storeReports } from '@yunbiao/services';
import { addBatch } from '../e2e/crash/world.ts';
import {
  acknowledgeBare,
  type BareDatabase,
  claimBare,
  openBareDatabase,
} from './support/cluster/bare-claims.ts';
import { formatLine, median } from './support/figures.ts';
import { withDatabase } from './support/forum-fill.ts';
import { printingMember } from './support/label-fill.ts';

const { values } = parseArgs({
  options: {
    labels: { type: 'string', default: '5000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    // Batches in turn, ours and bare.
    turns: { type: 'string', default: '3' },
  },
});
const LABELS = Number(values.labels);
/** Labels that a printer of our client has room for. */
const ROOM = 64;
/** The documented limit: our labels a second against the bare ones. */
const LIMIT = 0.8;

type Detail = Awaited<ReturnType<typeof leaseLabels>>['rows'][number][number];

const createReport = ({ id, attempt, fence }: Detail): Report => ({
  detailId: String(id),
  attempt,
  fence: fence ?? 0,
  state: 'printed',
  evidence: 'printer-idle',
  reason: '',
  counterFrom: null,
  counterTo: null,
  at: new Date().toISOString(),
});

/** Ms a label of claiming and of acknowledging. */
type Times = { claim: number; acknowledge: number };

const timeOurs = async (ctx: Context): Promise<Times> => {
  let [claim, acknowledge, labels] = [0, 0, 0];
  for (let seq = 1; ; seq += 1) {
    const startedAt = performance.now();
    const lease = { ctx, clientId: 1, fence: 0, localId: 'p0', room: ROOM };
    const details = (await leaseLabels(lease)).rows.flat();
    if (details.length === 0) break;
    const leasedAt = performance.now();
    const reports = details.map(createReport);
    await storeReports({ ctx, clientId: 1, fence: 0, seq, reports });
    claim += leasedAt - startedAt;
    acknowledge += performance.now() - leasedAt;
    labels += details.length;
  }
  if (labels !== LABELS) throw new Error(`${labels} of ${LABELS} labels were leased`);
  return { claim: claim / LABELS, acknowledge: acknowledge / LABELS };
};

const timeBare = async (bare: BareDatabase): Promise<Times> => {
  let [claim, acknowledge, labels] = [0, 0, 0];
  for (let seq = 1; ; seq += 1) {
    const startedAt = performance.now();
    const ids = await claimBare(bare, ROOM);
    if (ids.length === 0) break;
    const leasedAt = performance.now();
    await acknowledgeBare(bare, { ids, seq });
    claim += leasedAt - startedAt;
    acknowledge += performance.now() - leasedAt;
    labels += ids.length;
  }
  if (labels !== LABELS) throw new Error(`${labels} of ${LABELS} labels were leased`);
  return { claim: claim / LABELS, acknowledge: acknowledge / LABELS };
};

const printTimes = (name: string, ours: readonly Times[], bare: readonly Times[]): void => {
  for (const step of ['claim', 'acknowledge'] as const) {
    const own = median(ours.map((times) => times[step]));
    const least = median(bare.map((times) => times[step]));
    const share = least / own;
    if (share < LIMIT) process.exitCode = 1;
    console.log(formatLine(`${name}: ${step} of a label`, own * 1000, 'µs'));
    console.log(formatLine(`${name}: ${step} of a label, bare`, least * 1000, 'µs'));
    console.log(
      `${formatLine(`${name}: ${step}, labels a second against bare`, share, '×')} (limit ${LIMIT}) ${share >= LIMIT ? 'ok' : 'UNDER'}`,
    );
  }
};

const measure = async (db: Database, url: string, name: string): Promise<void> => {
  const { ctx } = await printingMember(db);
  const bare = await openBareDatabase(db, { isPostgres: name === 'postgres', url });
  const ours: Times[] = [];
  const least: Times[] = [];
  try {
    for (let turn = 0; turn < Number(values.turns); turn += 1) {
      await addBatch(db, LABELS, `ours ${turn}`);
      ours.push(await timeOurs({ ...ctx, now: Date.now }));
      await addBatch(db, LABELS, `bare ${turn}`);
      least.push(await timeBare(bare));
    }
  } finally {
    await bare.close();
  }
  printTimes(name, ours, least);
};

for (const engine of ['sqlite', 'postgres'] as const)
  if (values.engine.split(',').includes(engine))
    await withDatabase(engine, (db, url) => measure(db, url, engine));
