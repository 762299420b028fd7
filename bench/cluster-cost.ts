// What several servers cost: waking a client and live progress through another server against the same one, and CPU for a label on three servers against one, PostgreSQL included.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeAgent } from '../e2e/support/agent.ts';
import { openCluster } from '../e2e/support/cluster.ts';
import { type EventReader, readLiveEvents, registerMember } from '../e2e/support/cluster-member.ts';
import { pairClient, type MemberCall } from '../e2e/support/print-through.ts';
import { startServer, type TestServer } from '../e2e/support/server.ts';
import { createSubmission, saveTarget, type Target } from './support/cluster/desk.ts';
import { getTreeCpu } from './support/cluster/tree-cpu.ts';
import { openSite, type Site } from './support/cluster/site.ts';
import { until } from './support/cluster/until.ts';
import { getCpuTime } from './support/cpu.ts';
import { formatLine, median, ratioLine } from './support/figures.ts';
import { startInstantPrinter } from './support/instant-printer.ts';

const { values } = parseArgs({
  options: {
    submits: { type: 'string', default: '60' },
    // Of each of the three printers.
    labels: { type: 'string', default: '1000' },
    servers: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});
const SUBMITS = Number(values.submits);
const LABELS = Number(values.labels);
const LIMITS = { wake: 3, progress: 3, cpu: 1.3 };
/** The API allows 120 submissions a minute and member. */
const PACE_MS = 510;
const WARM_UPS = 5;
const PRINTERS = 3;

type Lane = { call: MemberCall; reader: EventReader };

/** Ms from a submission to its first byte at the printer, and to the event of its lease on both servers. */
type Latency = { firstByte: number; events: number[] };

/** The client waits longer for its printer than events take, so the event of the lease is timed. */
const awaitLease = async ({ events }: EventReader, startedAt: number): Promise<number> => {
  while (!events.some(({ type, state }) => type === 'detail' && state === 'sending'))
    await sleep(1);
  return performance.now() - startedAt;
};

const submitOne = async (
  { call }: Lane,
  readers: readonly EventReader[],
  { target, n, firstByte }: { target: Target; n: number; firstByte: () => Promise<void> },
): Promise<Latency> => {
  for (const { events } of readers) events.length = 0;
  const startedAt = performance.now();
  const first = firstByte().then(() => performance.now() - startedAt);
  const printed = readers.map((reader) => awaitLease(reader, startedAt));
  await call('/np/api/uc/print', createSubmission(target, [n]));
  const latency = { firstByte: await first, events: await Promise.all(printed) };
  await sleep(Math.max(0, PACE_MS - (performance.now() - startedAt)));
  return latency;
};

/** The client is connected to the first server. */
const measureLatencies = async (): Promise<void> => {
  const cluster = await openCluster(2);
  const printer = await startInstantPrinter();
  const agent = await makeAgent();
  const readers: EventReader[] = [];
  try {
    const [near, far] = cluster.servers;
    const member = await registerMember(near, '集群延迟');
    const address = `tcp://127.0.0.1:${printer.port}`;
    await pairClient(member.callThrough(near), agent, { url: near.url, printer: address });
    const target = await saveTarget(member.callThrough(near), 'zpl');
    for (const server of [near, far]) readers.push(await readLiveEvents(server, member.token));
    const latencies: [Latency[], Latency[]] = [[], []];
    // In turns, so that both meet the same load of the machine.
    for (let n = 0; n < 2 * (SUBMITS + WARM_UPS); n += 1) {
      const which = n % 2 === 0 ? 0 : 1;
      const [reader] = readers;
      if (!reader) throw new Error('no reader');
      const lane = { call: member.callThrough(which === 0 ? near : far), reader };
      const { firstByte } = printer;
      const latency = await submitOne(lane, readers, { target, n: n + 1, firstByte });
      if (n >= 2 * WARM_UPS) latencies[which].push(latency);
    }
    printLatencies(latencies);
  } finally {
    for (const reader of readers) reader.close();
    await agent.remove();
    printer.close();
    await cluster.close();
  }
};

const printLatencies = ([near, far]: readonly [Latency[], Latency[]]): void => {
  const wake = [near, far].map((list) => median(list.map(({ firstByte }) => firstByte)));
  const [sameMs = 0, otherMs = 0] = wake;
  console.log(formatLine('submit → first byte, same server, p50', sameMs, 'ms'));
  console.log(formatLine('submit → first byte, another server, p50', otherMs, 'ms'));
  console.log(ratioLine('another server against the same', otherMs, sameMs, LIMITS.wake));
  const progress = [0, 1].map((at) => median(near.map(({ events }) => events[at] ?? 0)));
  const [ownMs = 0, elsewhereMs = 0] = progress;
  console.log(formatLine('submit → seen as sent on, same server, p50', ownMs, 'ms'));
  console.log(formatLine('submit → seen as sent on, another, p50', elsewhereMs, 'ms'));
  console.log(ratioLine('another server against the same', elsewhereMs, ownMs, LIMITS.progress));
};

/** CPU of these servers and of PostgreSQL, ms for a label at each printer. */
const measureLabelCpu = async (
  { desks, postgres }: Site,
  servers: readonly TestServer[],
  { from, count }: { from: number; count: number },
): Promise<number> => {
  const readCpu = (): number =>
    servers.reduce((sum, { pid }) => sum + getCpuTime(pid) / 1e6, 0) +
    getTreeCpu(postgres?.pid() ?? 0);
  const numbers = Array.from({ length: count }, (_, n) => from + n);
  const before = readCpu();
  await Promise.all(desks.map((desk) => desk.submit(numbers)));
  await until(
    'all labels are printed',
    () => desks.every(({ printed }) => numbers.every((n) => printed.has(n))),
    3_600_000,
  );
  return (readCpu() - before) / (desks.length * count);
};

const measureCpu = async (): Promise<void> => {
  const count = Number(values.servers);
  const warm = Math.ceil(LABELS / 5);
  const labels = 2 * (warm + LABELS);
  const desks = Array.from({ length: PRINTERS }, () => ({ language: 'zpl', labels }) as const);
  const site = await openSite({ servers: count, desks });
  try {
    if (!site.postgres) throw new Error('no PostgreSQL of its own: its CPU cannot be told');
    const { cluster } = site;
    await measureLabelCpu(site, cluster.servers, { from: 1, count: warm });
    const all = await measureLabelCpu(site, cluster.servers, { from: 1 + warm, count: LABELS });
    console.log(formatLine(`CPU for a label on ${count} servers`, all, 'ms'));
    const [{ port }] = cluster.servers;
    await Promise.all(cluster.servers.map((server) => server.stop()));
    const { CLUSTER_KEY: _, ...alone } = cluster.env;
    const single = await startServer(alone, port);
    cluster.servers.splice(0, cluster.servers.length, single);
    const from = 1 + warm + LABELS;
    await measureLabelCpu(site, [single], { from, count: warm });
    const singleMs = await measureLabelCpu(site, [single], { from: from + warm, count: LABELS });
    console.log(formatLine('CPU for a label on one server', singleMs, 'ms'));
    console.log(ratioLine(`${count} servers against one`, all, singleMs, LIMITS.cpu));
  } finally {
    await site.close();
  }
};

if (values.only !== 'cpu') await measureLatencies();
if (values.only !== 'latency') await measureCpu();
