// What others wait for /healthz and a cached page, and how memory grows, while each known attack is carried out (--only WORDS).
// "bare" is what the same visitor waits for at an idle server beside it: the share of the machine.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient } from '@yunbiao/contract/client';
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
    /** A part of the name of the attacks to carry out; left out, all. */
    only: { type: 'string', default: '' },
  },
});

const turns = pathToFileURL(join(import.meta.dirname, 'support/turns.ts')).href;
const server = await startServer({ LOG_LEVEL: 'error', NODE_OPTIONS: `--import ${turns}` });

/** Resident memory of the server, MB; null when it is gone. Linux only. */
const memory = (): number | null => {
  try {
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    const found = /VmRSS:\s+(\d+)/.exec(status)?.[1];
    return found === undefined ? null : Number(found) / 1_024;
  } catch {
    return null;
  }
};
/** How long the event loop was busy at a stretch since it was last asked, CPU ms. */
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
const client = createClient({
  baseUrl: server.url,
  host: () => '127.0.0.1',
  domain: () => 'yunbiao',
  token: () => token,
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
const met = async (): Promise<Met> => {
  const answer = once(probe, 'message');
  probe.send('tell');
  return (await answer)[0] as Met;
};

type Row = Met & { name: string; turn: number; growth: number; isUp: boolean };

const carryOut = async ({ name, run }: Attack, place: Place): Promise<Row> => {
  await whenQuiet(10_000);
  await met();
  await longestTurn();
  const before = memory() ?? 0;
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, memory() ?? 0);
  }, SAMPLE_MS);
  await run(place);
  clearInterval(sampling);
  // Whoever asked while it went on has been answered by the time the next question is.
  await sleep(200);
  const isUp = memory() !== null;
  const turn = isUp ? await longestTurn() : Number.NaN;
  return { name, ...(await met()), turn, growth: most - before, isUp };
};

const cells = (row: Row): string[] => [
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

// What is compiled and kept on the first visits is not the attack's.
await sleep(3_000);
const idle = await met();
print(['attack', 'healthz ms', 'bare ms', 'page ms', 'turn CPU ms', 'refused', 'memory MB', '']);
print(cells({ ...idle, name: 'none', turn: await longestTurn(), growth: 0, isUp: true }));
try {
  for (const attack of ATTACKS.filter(({ name }) => name.includes(values.only))) {
    const row = await carryOut(attack, { port: server.port, token });
    const line = cells(row);
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
