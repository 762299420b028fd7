// Worst-case load of one member's print clients and browser, in a separate process: `forkAttack`.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { GATEWAY_PATH } from '@yunbiao/contract/gateway/gateway';
import WebSocket from 'ws';
import {
  listLocalIds,
  makeFound,
  makeHello,
  makeState,
  makeUnknownReports,
} from '../../apps/server/src/gateway/testing/messages.ts';

/** The client and member that it impersonates. */
export type Attacker = { url: string; token: string; keys: readonly string[] };

const KINDS = [
  '4,900 pings and a reconnect, again and again',
  'hellos of 50 printers, by reconnecting',
  'states of 50 printers',
  'wants and questions for the newest program',
  'reports of labels nobody knows',
  'found printers, 60 a message',
  'messages near the size limit',
  'JSON of many keys',
  'calls, live streams and pages',
  'all of it, of 20 clients together',
] as const;
export type AttackKind = (typeof KINDS)[number];
export const ATTACK_KINDS: readonly AttackKind[] = KINDS;

const buildHello = (printers: number): string =>
  JSON.stringify(makeHello(listLocalIds(printers), 'ledger-of-the-attacker'));
const PING = JSON.stringify({ type: 'ping' });
const NEWEST = JSON.stringify({ type: 'newest' });
const WANT = JSON.stringify({ type: 'want', localId: 'p0', room: 0 });
const buildPrinterState = (n: number): string =>
  JSON.stringify(
    makeState(`p${n % 50}`, n, { state: n % 3 ? 'idle' : 'stopped', stateText: '缺纸' }),
  );
const REPORTS = JSON.stringify(makeUnknownReports(500));
const FOUND = JSON.stringify(
  makeFound(60, {
    where: '192.168.1.50:9100'.padEnd(600, '.'),
    also: Array.from({ length: 5 }, () => 'x'.repeat(600)),
  }),
);
const HUGE = `{"type":"ping","a":"${'x'.repeat(1_000_000)}"}`;
const KEYS = `{"type":"ping",${Array.from({ length: 40_000 }, (_, n) => `"k${n}":${n}`).join(',')}}`;

/** Bytes sent but not read by the server, above which the attacker waits. */
const MAX_BUFFERED = 8 * 1024 * 1024;

/**
 * One connection: hello, then `make(n)` as fast as the server reads, `count` times; Infinity: until
 * ended.
 */
const run = async (
  { url }: Attacker,
  key: string,
  { printers, count, make }: { printers: number; count: number; make: (n: number) => string },
): Promise<void> => {
  const socket = new WebSocket(url.replace('http', 'ws') + GATEWAY_PATH, {
    headers: { authorization: `Bearer ${key}` },
    perMessageDeflate: false,
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  const opened = new Promise<void>((resolve) => socket.on('open', () => resolve()));
  await Promise.race([opened, closed]);
  if (socket.readyState !== socket.OPEN) return sleep(20);
  socket.send(buildHello(printers));
  for (let n = 0; n < count && socket.readyState === socket.OPEN; n += 1) {
    socket.send(make(n));
    while (socket.bufferedAmount > MAX_BUFFERED && socket.readyState === socket.OPEN)
      await sleep(5);
    if (n % 100 === 99) await sleep(0);
  }
  await Promise.race([closed, sleep(50)]);
  socket.terminate();
};

const repeatForever = async (act: () => Promise<unknown>): Promise<never> => {
  for (;;) await act().catch(() => sleep(20));
};
const repeatInParallel = (count: number, act: () => Promise<unknown>): void => {
  for (let n = 0; n < count; n += 1) void repeatForever(act);
};

const browsePages = (attacker: Attacker): void => {
  const headers = { 'X-Token': attacker.token, 'X-Domain': 'yunbiao' };
  const read = async (path: string, init: RequestInit): Promise<void> => {
    const reply = await fetch(attacker.url + path, init);
    await reply.arrayBuffer();
  };
  repeatInParallel(8, () => read('/np/api/uc/templateList', { headers }));
  repeatInParallel(4, () => read('/np/api/uc/printStat', { headers }));
  repeatInParallel(4, () =>
    read('/yunbiao/user/index', { headers: { Cookie: `auto-token=${attacker.token}` } }),
  );
  repeatInParallel(4, async () => {
    const ended = new AbortController();
    await fetch(`${attacker.url}/np/api/uc/printEvents`, { headers, signal: ended.signal });
    ended.abort();
  });
};

const attackWith = (attacker: Attacker, kind: AttackKind, keys: readonly string[]): void => {
  const floodWith = (make: (n: number) => string, printers = 1, count = Infinity): void => {
    for (const key of keys) void repeatForever(() => run(attacker, key, { printers, count, make }));
  };
  if (kind === KINDS[0]) floodWith(() => PING, 1, 4_900);
  else if (kind === KINDS[1]) floodWith(() => PING, 50, 1);
  else if (kind === KINDS[2]) floodWith(buildPrinterState, 50);
  else if (kind === KINDS[3]) floodWith((n) => (n % 2 ? NEWEST : WANT));
  else if (kind === KINDS[4]) floodWith(() => REPORTS);
  else if (kind === KINDS[5]) floodWith(() => FOUND);
  else if (kind === KINDS[6]) floodWith(() => HUGE);
  else if (kind === KINDS[7]) floodWith(() => KEYS);
  else if (kind === KINDS[8]) browsePages(attacker);
  else {
    attacker.keys.forEach((key, n) => attackWith(attacker, KINDS[n % 9] ?? KINDS[0], [key]));
    browsePages(attacker);
  }
};

/** Starts the attack; the returned function stops it. */
export const forkAttack = async (attacker: Attacker, kind: AttackKind): Promise<() => void> => {
  const child: ChildProcess = fork(import.meta.filename, ['attack'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  await once(child, 'message');
  child.send({ attacker, kind });
  return () => void child.kill('SIGKILL');
};

if (process.argv[2] === 'attack') {
  process.once('disconnect', () => process.exit());
  process.on('message', ({ attacker, kind }: { attacker: Attacker; kind: AttackKind }) =>
    attackWith(attacker, kind, attacker.keys.slice(0, 1)),
  );
  process.send?.('ready');
}
