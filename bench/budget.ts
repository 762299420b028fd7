// Latency of other visitors, p50 and p99, without and with one free account whose clients and
// browser generate maximum load, in one run (--only WORDS, --seconds N). "bare" is the latency of
// an idle reference server for the same visitor: the machine's share.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createApiClient } from '@yunbiao/contract/api/client';
import { openDatabase } from '@yunbiao/db';
import { startServer } from '../e2e/support/server.ts';
import { getCpuTime } from './support/cpu.ts';
import { computePercentile } from './support/figures.ts';
import { fetchOnce } from './support/load.ts';
import {
  ATTACK_KINDS,
  type AttackKind,
  type Attacker,
  forkAttack,
} from './support/member-attack.ts';
import { getResidentMemory } from './support/resident.ts';
import { createSwarmKey, pairSwarm } from './support/swarm.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '8' },
  },
});
/** Maximum p99 latency during an attack, ms, and maximum memory growth, MB. */
const LIMITS = { p99Ms: 300, growthMb: 150 };
const CLIENTS = 20;
const PAGE = '/yunbiao';
const EVERY_MS = 15;
const CALM_MS = 3_000;

type Met = { healthz: number[]; page: number[]; bare: number[]; failed: number };

const timeRequest = async (url: string): Promise<number | null> => {
  const started = performance.now();
  const reply = await fetchOnce(url).catch(() => null);
  return reply?.status === 200 ? performance.now() - started : null;
};

/** Latencies of a visitor over a period; each request uses a new connection. */
const visit = async (origin: string, bare: string, forMs: number): Promise<Met> => {
  const met: Met = { healthz: [], page: [], bare: [], failed: 0 };
  const until = performance.now() + forMs;
  const repeatRequest = async (kind: 'healthz' | 'page' | 'bare', url: string): Promise<void> => {
    while (performance.now() < until) {
      const took = await timeRequest(url);
      if (took === null) met.failed += 1;
      else met[kind].push(took);
      await sleep(EVERY_MS);
    }
  };
  await Promise.all([
    repeatRequest('healthz', `${origin}/healthz`),
    repeatRequest('page', origin + PAGE),
    repeatRequest('bare', bare),
  ]);
  return met;
};

const print = ([name = '', ...rest]: string[]): void =>
  console.log(`${name.padEnd(50)}${rest.map((cell) => cell.padStart(11)).join('')}`);

const startBare = async () => {
  const child = fork(join(import.meta.dirname, 'support/bare.ts'), [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [port] = (await once(child, 'message')) as [unknown];
  return { child, url: `http://127.0.0.1:${String(port)}/` };
};

const turns = pathToFileURL(join(import.meta.dirname, 'support/turns.ts')).href;
const server = await startServer({ LOG_LEVEL: 'error', NODE_OPTIONS: `--import ${turns}` });
const bare = await startBare();

const enrolAttacker = async (): Promise<Attacker> => {
  const client = createApiClient({
    baseUrl: server.url,
    getHost: () => '127.0.0.1',
    getDomain: () => 'yunbiao',
    getToken: () => '',
  });
  const account = { username: 'a-free-account', password: 'correct horse 9' };
  const made = await client.call('register', account);
  if (made.state === 'fail') throw new Error(made.msg);
  const db = openDatabase({ dataDir: server.dataDir });
  try {
    const { id: softwareId } = await db.kysely
      .selectFrom('software')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await pairSwarm(db, { memberId: Number(made.data.userInfo.id), softwareId }, CLIENTS);
  } finally {
    await db.close();
  }
  const keys = Array.from({ length: CLIENTS }, (_, n) => createSwarmKey(n));
  return { url: server.url, token: made.data.token, keys };
};

/** Maximum and p99 delay of the event loop since the last reading, ms. */
const loopDelay = async (): Promise<{ p99: number; max: number }> => {
  const { body } = await fetchOnce(`${server.url}/metrics`);
  const read = (name: string): number =>
    1_000 *
    Number(
      new RegExp(`nodejs_eventloop_lag_${name}_seconds ([\\d.e-]+)`).exec(String(body))?.[1] ?? NaN,
    );
  return { p99: read('p99'), max: read('max') };
};

/**
 * Longest event loop block since the last reading, CPU ms: excludes other programs of the machine.
 */
const readLongestTurn = async (): Promise<number> => {
  const before = server.output().length;
  process.kill(server.pid, 'SIGUSR2');
  for (;;) {
    const found = /longest turn (\d+);/.exec(server.output().slice(before))?.[1];
    if (found !== undefined) return Number(found);
    await sleep(20);
  }
};

const measure = async (name: string, attack: { by: Attacker; kind: AttackKind } | null) => {
  const end = attack && (await forkAttack(attack.by, attack.kind));
  await loopDelay();
  await readLongestTurn();
  const [cpu, memory] = [getCpuTime(server.pid), getResidentMemory(server.pid)];
  const ms = Number(values.seconds) * 1_000;
  const met = await visit(server.url, bare.url, ms);
  const share = (getCpuTime(server.pid) - cpu) / 1e6 / ms;
  const growth = (getResidentMemory(server.pid) - memory) / 1_024;
  const delay = await loopDelay();
  const turn = await readLongestTurn();
  end?.();
  const p99 = computePercentile(met.healthz, 0.99);
  const isOver = p99 > LIMITS.p99Ms || growth > LIMITS.growthMb || met.failed > 0;
  if (isOver && attack) process.exitCode = 1;
  print([
    name,
    ...[met.healthz, met.page, met.bare].flatMap((kind) =>
      [0.5, 0.99].map((at) => computePercentile(kind, at).toFixed(1)),
    ),
    delay.p99.toFixed(0),
    delay.max.toFixed(0),
    turn.toFixed(0),
    `${(share * 100).toFixed(0)} %`,
    growth.toFixed(0),
    attack ? (isOver ? 'OVER' : 'ok') : '',
  ]);
  await sleep(CALM_MS);
};

try {
  const attacker = await enrolAttacker();
  await visit(server.url, bare.url, 2_000);
  print(
    'attack,healthz p50,p99 ms,page p50,p99 ms,bare p50,p99 ms,loop p99,loop max,turn CPU,CPU,memory MB,'.split(
      ',',
    ),
  );
  await measure('none', null);
  for (const kind of ATTACK_KINDS)
    if (kind.includes(values.only)) await measure(kind, { by: attacker, kind });
  await measure('none, afterwards', null);
  console.log(
    `limits: healthz p99 ${LIMITS.p99Ms} ms, memory ${LIMITS.growthMb} MB; no other visitor is refused`,
  );
} finally {
  bare.child.kill();
  await server.stop();
}
