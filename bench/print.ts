// Time from submission to the first byte, a batch of 5,000 labels, and the server's memory per
// print client: with 1,000 clients connected, on either database.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startServer } from '../e2e/support/server.ts';
import { type Database, openDatabase } from '@yunbiao/db';
import { measureBareLabel } from './support/bare-label.ts';
import { getCpuTime } from './support/cpu.ts';
import { limitLine, formatLine, computePercentile } from './support/figures.ts';
import { withDatabase } from './support/forum-fill.ts';
import { getResidentMemory } from './support/resident.ts';
import { openShop } from './support/shop.ts';
import type { Shop } from './support/shop.ts';
import { forkSwarm, pairSwarm } from './support/swarm.ts';

const { values } = parseArgs({
  options: {
    submits: { type: 'string', default: '100' },
    labels: { type: 'string', default: '5000' },
    agents: { type: 'string', default: '1000' },
    engine: { type: 'string', default: 'sqlite' },
    // Prints to the first printer of a group of two.
    group: { type: 'boolean', default: false },
  },
});
const LABELS = Number(values.labels);
const SUBMITS = Number(values.submits);
const AGENTS = Number(values.agents);
/**
 * Connected before the memory baseline: one-time allocations of the server are not a cost per
 * client.
 */
const WARM_AGENTS = Math.floor(AGENTS / 5);
/** Time in which memory used for connecting is released, ms. */
const CALM_MS = 15_000;

/** The documented limits. */
const LIMITS = {
  p50Ms: 50,
  p99Ms: 200,
  labelMs: 1000 / 500,
  perAgentKb: 60,
};
/** Interval between submissions, ms: the API allows 120 per minute and member. */
const PACE_MS = 510;

/** Cost units of the members' requests at a server, and how often a request had to wait. */
const readWork = async (server: Server): Promise<{ units: number; waits: number }> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const sum = (name: string): number =>
    [...text.matchAll(new RegExp(`^${name}(?:{.*})? ([\\d.]+)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
  return {
    units: sum('yunbiao_member_work_units_total'),
    waits: sum('yunbiao_member_work_waits_total'),
  };
};

type Server = Awaited<ReturnType<typeof startServer>>;

const measureSubmissions = async (
  { printer, row, submit, finished }: Shop,
  name: string,
): Promise<void> => {
  const latencies: number[] = [];
  for (let n = 0; n < SUBMITS + 5; n += 1) {
    const started = performance.now();
    const first = printer.firstByte();
    const submitted = submit([row(n)]);
    await first;
    // The first few warm up both processes.
    if (n >= 5) latencies.push(performance.now() - started);
    await finished((await submitted).batchNo);
    await sleep(Math.max(0, PACE_MS - (performance.now() - started)));
  }
  const what = `${name}: submit → first byte`;
  console.log(limitLine(`${what}, p50`, computePercentile(latencies, 0.5), LIMITS.p50Ms, 'ms'));
  console.log(limitLine(`${what}, p99`, computePercentile(latencies, 0.99), LIMITS.p99Ms, 'ms'));
};

const measureBatch = async (shop: Shop, server: Server, name: string): Promise<void> => {
  const { printer, row, submit, finished, daemon } = shop;
  const bareMs = await measureBareLabel();
  const before = printer.labels();
  const rows = Array.from({ length: LABELS }, (_, n) => row(n));
  const readCpuTimes = () => ({ agent: getCpuTime(daemon.pid), server: getCpuTime(server.pid) });
  const cpuBefore = readCpuTimes();
  const workBefore = await readWork(server);
  const started = performance.now();
  const first = printer.firstByte();
  const submitted = submit(rows);
  const accepted = submitted.then(() => performance.now());
  await first;
  const begun = performance.now();
  while (printer.labels() < before + LABELS) await sleep(2);
  const printed = performance.now();
  await finished((await submitted).batchNo);
  const known = performance.now();
  const cpuAfter = readCpuTimes();
  const workAfter = await readWork(server);
  const what = `${name}: ${LABELS} labels`;
  console.log(formatLine(`${what} accepted`, (await accepted) - started, 'ms'));
  console.log(formatLine(`${what} until the server knows`, (known - started) / 1000, 's'));
  const getCpu = (who: 'agent' | 'server') => (cpuAfter[who] - cpuBefore[who]) / 1e6 / LABELS;
  console.log(
    limitLine(`${what}, CPU of the agent for one`, getCpu('agent'), LIMITS.labelMs, 'ms'),
  );
  console.log(
    limitLine(`${what}, CPU of the server for one`, getCpu('server'), LIMITS.labelMs, 'ms'),
  );
  const units = (workAfter.units - workBefore.units) / LABELS;
  console.log(formatLine(`${what}, units of the member's work budget for one`, units, ''));
  console.log(limitLine(`${what}, waits for it`, workAfter.waits - workBefore.waits, 0, ''));
  const perLabel = (printed - begun) / LABELS;
  console.log(limitLine(`${what}, one after the other`, perLabel, LIMITS.labelMs, 'ms'));
  console.log(formatLine(`${what} a second`, 1000 / perLabel, ''));
  console.log(
    formatLine(`${what}, times a record synced and a label answered`, perLabel / bareMs, '×'),
  );
};

const measure = async (server: Server, db: Database, name: string): Promise<void> => {
  const shop = await openShop(server, { group: values.group });
  const swarm = forkSwarm(server.url);
  try {
    const { member_id: memberId, software_id: softwareId } = await db.kysely
      .selectFrom('client')
      .select(['member_id', 'software_id'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await pairSwarm(db, { memberId, softwareId }, AGENTS);
    await swarm.grow(WARM_AGENTS);
    await sleep(CALM_MS);
    const few = getResidentMemory(server.pid);
    await swarm.grow(AGENTS);
    await sleep(CALM_MS);
    if (AGENTS > 0) {
      const each = (getResidentMemory(server.pid) - few) / (AGENTS - WARM_AGENTS);
      console.log(
        limitLine(`${name}: server's memory for an agent`, each, LIMITS.perAgentKb, 'KiB'),
      );
      const idle = getCpuTime(server.pid);
      await sleep(CALM_MS);
      const share = (getCpuTime(server.pid) - idle) / 1e6 / CALM_MS;
      console.log(formatLine(`${name}: server's CPU with all of them idle`, share * 100, '%'));
    }
    await measureSubmissions(shop, name);
    await measureBatch(shop, server, name);
    if (swarm.lost() > 0) throw new Error(`${swarm.lost()} agents lost their connection`);
  } finally {
    swarm.stop();
    await shop.agent.remove();
    shop.printer.close();
    shop.closeSpare();
  }
};

const run = async (env: Record<string, string>, name: string, own?: Database): Promise<void> => {
  // All clients of the swarm share one address.
  const server = await startServer({ ...env, MAX_CONNECTIONS_PER_ADDRESS: String(AGENTS + 500) });
  const db = own ?? openDatabase({ dataDir: server.dataDir });
  try {
    await measure(server, db, name);
  } finally {
    if (!own) await db.close();
    await server.stop();
  }
};

if (values.engine === 'postgres')
  await withDatabase('postgres', (db, url) => run({ DATABASE_URL: url }, 'postgres', db));
else await run({}, 'sqlite');
