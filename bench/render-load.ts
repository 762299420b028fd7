// Latency of a visitor's cached page and /healthz while one member requests 48 pages at once, and
// at 120 % of the maximum rate.
import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { limitLine, formatLine, computePercentile } from './support/figures.ts';
import { openMemberSite, serveMembers } from './support/member-site.ts';

const LIMIT_MS = 50;
const PARALLEL = 48;
const PAGE = '/yunbiao/user';
const CACHED = '/yunbiao';
const LOAD_MS = 10_000;
/** Interval between the visitor's requests, ms. */
const EVERY_MS = 20;

type Asked = { url: string; headers: Record<string, string> };
/**
 * `work`: CPU time of the server's main thread during each wait, ms: the server's own delay,
 * independent of the machine's load.
 */
type Answers = { statuses: Record<string, number>; times: number[]; work: number[] };
/**
 * `rate` 0: as fast as `parallel` connections allow; otherwise requests per second, regardless of
 * their responses.
 */
type Task = { asked: Asked[]; parallel: number; rate: number; ms: number; pid: number };

/** CPU time of a process's main thread, ms; Linux only. */
const threadCpu = (pid: number): number => {
  const path = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6 : 0;
};

const get = (agent: Agent | false, { url, headers }: Asked): Promise<number> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve(reply.statusCode ?? 0));
      reply.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });

/** Runs in a separate process, so that neither the server nor the measurement pays for it. */
const runTask = async ({ asked, parallel, rate, ms, pid }: Task): Promise<Answers> => {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const answers: Answers = { statuses: {}, times: [], work: [] };
  const until = performance.now() + ms;
  const renderOne = async (n: number): Promise<void> => {
    const what = asked[n % asked.length];
    if (!what) return;
    const [started, cpu] = [performance.now(), threadCpu(pid)];
    // An occasional visitor uses a new connection.
    const status = await get(rate > 0 && parallel === 1 ? false : agent, what);
    answers.times.push(performance.now() - started);
    answers.work.push(threadCpu(pid) - cpu);
    answers.statuses[status] = (answers.statuses[status] ?? 0) + 1;
  };
  if (rate === 0) {
    const renderRepeatedly = async (n: number): Promise<void> => {
      while (performance.now() < until) await renderOne(n);
    };
    await Promise.all(Array.from({ length: parallel }, (_, n) => renderRepeatedly(n)));
  } else {
    const started = performance.now();
    const open: Promise<void>[] = [];
    for (let n = 0; performance.now() < until;) {
      for (const due = ((performance.now() - started) / 1_000) * rate; n < due; n += 1)
        open.push(renderOne(n));
      await sleep(2);
    }
    await Promise.all(open);
  }
  agent.destroy();
  return answers;
};

const inProcess = (task: Task): Promise<Answers> =>
  new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, ['task']);
    child.once('message', (answers) => resolve(answers as Answers));
    child.once('error', reject);
    child.once('exit', (code) => code && reject(new Error(`the load left with ${code}`)));
    child.send(task);
  });

const printTimes = (name: string, times: readonly number[], isLimited: boolean): void => {
  console.log(formatLine(`${name} p50`, computePercentile(times, 0.5), 'ms'));
  const p99 = computePercentile(times, 0.99);
  console.log(
    isLimited
      ? limitLine(`${name} p99`, p99, LIMIT_MS, 'ms')
      : formatLine(`${name} p99`, p99, 'ms'),
  );
  console.log(formatLine(`${name} worst`, computePercentile(times, 1), 'ms'));
};

const measure = async (): Promise<void> => {
  const site = await openMemberSite(import.meta.filename, 4);
  const { pid } = site.child;
  const pages = site.tokens.map((token) => ({
    url: site.url + PAGE,
    headers: { Cookie: `auto-token=${token}`, 'Accept-Encoding': 'br' },
  }));
  const visitor = [CACHED, '/healthz'].map((path) => ({ url: site.url + path, headers: {} }));
  const startVisits = (ms: number): Promise<Answers>[] =>
    visitor.map((item) =>
      inProcess({ asked: [item], parallel: 1, rate: 1_000 / EVERY_MS, ms, pid }),
    );
  const runRound = async (name: string, load: Task, isLimited: boolean): Promise<number> => {
    console.log(`\n${name}`);
    const under = load.parallel > 0 ? inProcess(load) : null;
    await sleep(1_000);
    const [cached, alive] = await Promise.all(startVisits(load.ms - 2_000));
    printTimes('cached page', cached?.times ?? [], isLimited);
    printTimes('cached page, server at work', cached?.work ?? [], isLimited);
    printTimes('/healthz', alive?.times ?? [], isLimited);
    printTimes('/healthz, server at work', alive?.work ?? [], isLimited);
    if (!under) return 0;
    const { statuses, times } = await under;
    const done = statuses['200'] ?? 0;
    console.log(formatLine('pages a second', (done / load.ms) * 1_000, ''));
    console.log(`${'answers'.padEnd(44)} ${JSON.stringify(statuses)}`);
    printTimes('pages', times, false);
    return (done / load.ms) * 1_000;
  };
  try {
    for (const one of visitor) await get(false, one);
    await runTask({ asked: pages, parallel: 4, rate: 0, ms: 3_000, pid });
    const nothing = { asked: pages, parallel: 0, rate: 0, ms: 5_000, pid };
    await runRound('nobody else', nothing, false);
    const [own] = pages;
    if (!own) throw new Error('no member');
    const crowd = { asked: [own], parallel: PARALLEL, rate: 0, ms: LOAD_MS, pid };
    const max = await runRound(`one member, ${PARALLEL} at once`, crowd, true);
    const over = { asked: pages, parallel: 1_000, rate: max * 1.2, ms: LOAD_MS, pid };
    await runRound('four members, 120 % of that', over, true);
  } finally {
    await site.stop();
  }
};

const [, , role, argument = ''] = process.argv;
if (role === 'site') await serveMembers(argument);
else if (role === 'task')
  process.once('message', (task) => {
    void runTask(task as Task).then((answers) => {
      process.send?.(answers, undefined, undefined, () => process.exit());
    });
  });
else await measure();
