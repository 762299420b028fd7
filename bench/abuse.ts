// Latency of /healthz and a cached page for other visitors, and memory growth, during each known
// attack (--only WORDS). "bare" is the latency of an idle reference server for the same visitor:
// the machine's share.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createApiClient } from '@yunbiao/contract/api/client';
import { startServer } from '../e2e/support/server.ts';
import { type Attack, ATTACKS, type Place } from './support/attacks.ts';
import type { Met } from './support/probe.ts';
import { whenQuiet } from './support/quiet.ts';

const WAIT_MS = 300;
const GROWTH_MB = 200;
const PAGE = '/yunbiao';
const SAMPLE_MS = 50;

const { values } = parseArgs({
  options: {
    /** Part of the names of the attacks to run; default: all. */
    only: { type: 'string', default: '' },
  },
});

const turns = pathToFileURL(join(import.meta.dirname, 'support/turns.ts')).href;
const server = await startServer({ LOG_LEVEL: 'error', NODE_OPTIONS: `--import ${turns}` });

/** Resident memory of the server, MB; null when it has exited. Linux only. */
const readMemory = (): number | null => {
  try {
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    const found = /VmRSS:\s+(\d+)/.exec(status)?.[1];
    return found === undefined ? null : Number(found) / 1_024;
  } catch {
    return null;
  }
};
/** Longest event loop block since the last reading, CPU ms. */
const longestTurn = async (): Promise<number> => {
  const before = server.output().length;
  process.kill(server.pid, 'SIGUSR2');
  for (;;) {
    const found = /longest turn (\d+);/.exec(server.output().slice(before))?.[1];
    if (found !== undefined) return Number(found);
    await sleep(20);
  }
};
if (!server.demo) throw new Error('no demo member');
let token = '';
const client = createApiClient({
  baseUrl: server.url,
  getHost: () => '127.0.0.1',
  getDomain: () => 'yunbiao',
  getToken: () => token,
});
const signedIn = await client.call('login', server.demo);
if (signedIn.state === 'fail') throw new Error(signedIn.msg);
({ token } = signedIn.data);

const startBeside = async (name: string, args: string[]) => {
  const child = fork(join(import.meta.dirname, `support/${name}.ts`), args, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [said] = (await once(child, 'message')) as [unknown];
  return { child, said: String(said) };
};
const bare = await startBeside('bare', []);
const { child: probe } = await startBeside('probe', [String(server.port), PAGE, bare.said]);
const askProbe = async (): Promise<Met> => {
  const answer = once(probe, 'message');
  probe.send('tell');
  return (await answer)[0] as Met;
};

type Row = Met & { name: string; turn: number; growth: number; isUp: boolean };

const carryOut = async ({ name, run }: Attack, place: Place): Promise<Row> => {
  await whenQuiet(10_000);
  await askProbe();
  await longestTurn();
  const before = readMemory() ?? 0;
  let max = before;
  const sampling = setInterval(() => {
    max = Math.max(max, readMemory() ?? 0);
  }, SAMPLE_MS);
  await run(place);
  clearInterval(sampling);
  // Requests sent during the attack are answered before the next measurement.
  await sleep(200);
  const isUp = readMemory() !== null;
  const turn = isUp ? await longestTurn() : Number.NaN;
  return { name, ...(await askProbe()), turn, growth: max - before, isUp };
};

const formatCells = (row: Row): string[] => [
  row.name,
  row.healthz.toFixed(0),
  row.bare.toFixed(0),
  row.page.toFixed(0),
  row.turn.toFixed(0),
  `${row.failed}/${row.asked}`,
  row.growth.toFixed(0),
  row.isUp && row.failed === 0 && row.healthz <= WAIT_MS && row.growth <= GROWTH_MB ? 'ok' : 'OVER',
];
const print = ([name = '', ...rest]: string[]): void =>
  console.log(`${name.padEnd(58)}${rest.map((cell) => cell.padStart(12)).join('')}`);

// Code compiled and cached on the first visits must not count as the attack's.
await sleep(3_000);
const idle = await askProbe();
print(['attack', 'healthz ms', 'bare ms', 'page ms', 'turn CPU ms', 'refused', 'memory MB', '']);
print(formatCells({ ...idle, name: 'none', turn: await longestTurn(), growth: 0, isUp: true }));
try {
  for (const attack of ATTACKS.filter(({ name }) => name.includes(values.only))) {
    const row = await carryOut(attack, { port: server.port, token });
    const line = formatCells(row);
    print(line);
    if (line.at(-1) === 'OVER') process.exitCode = 1;
    if (!row.isUp) throw new Error(`the server is down after ${attack.name}`);
  }
  console.log(`limits: healthz ${WAIT_MS} ms, memory ${GROWTH_MB} MB; nobody else is refused`);
} finally {
  probe.kill();
  bare.child.kill();
  await server.stop();
}
