// Sign-ins per second compared with argon2id alone, and the latency of a visitor and a member
// during them.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkPassword, hashPassword } from '@yunbiao/services/parts';
import { startServer } from '../e2e/support/server.ts';
import { limitLine, formatLine, median, computePercentile } from './support/figures.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
const STORM_MS = Number(values.seconds) * 1_000;
const MEMBERS = 40;
/** Simultaneous sign-ins. */
const PARALLEL = 16;
/** Interval between latency samples, ms. */
const EVERY_MS = 20;
/** Maximum latency of other requests during the load, ms. */
const LIMIT_MS = 300;
const PASSWORD = 'correct horse 9';

const server = await startServer({ LOG_LEVEL: 'error', TRUST_PROXY: '1' });
let nth = 0;
/**
 * Each request has its own address: the bench measures the work, not the rate limits per address.
 */
const nextAddress = (): string => {
  nth += 1;
  return `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
};

const post = async (path: string, form: Record<string, string>, token = ''): Promise<unknown> => {
  const reply = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'X-Forwarded-For': nextAddress(), 'X-Domain': 'yunbiao', 'X-Token': token },
    body: new URLSearchParams(form),
  });
  const envelope = (await reply.json()) as { state: string; msg: string; data: unknown };
  if (envelope.state !== 'ok') throw new Error(`${path}: ${envelope.msg}`);
  return envelope.data;
};

/** Repeats `item`, `parallel` at a time, until the time is over; returns the rate per second. */
const getRate = async (ms: number, parallel: number, item: (n: number) => Promise<unknown>) => {
  const until = performance.now() + ms;
  const began = performance.now();
  let done = 0;
  const signInRepeatedly = async (): Promise<void> => {
    while (performance.now() < until) {
      done += 1;
      await item(done);
    }
  };
  await Promise.all(Array.from({ length: parallel }, signInRepeatedly));
  return (done / (performance.now() - began)) * 1_000;
};

/** Latency of each `look` until `isOver`. */
const measureWaits = async (
  look: () => Promise<unknown>,
  isOver: () => boolean,
): Promise<number[]> => {
  const times: number[] = [];
  while (!isOver()) {
    const began = performance.now();
    await look();
    times.push(performance.now() - began);
    await sleep(EVERY_MS);
  }
  return times;
};

try {
  const names = Array.from({ length: MEMBERS }, (_, n) => `storm-${n}`);
  for (const username of names) await post('/np/register', { username, password: PASSWORD });
  const first = (await post('/np/login', { username: 'storm-0', password: PASSWORD })) as {
    token: string;
  };
  const loadPage = async (): Promise<void> => {
    const reply = await fetch(`${server.url}/yunbiao`);
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`the page answered ${reply.status}`);
  };
  await loadPage();
  let isOver = false;
  const storm = getRate(STORM_MS, PARALLEL, (n) =>
    post('/np/login', { username: names[n % MEMBERS] ?? '', password: PASSWORD }),
  ).finally(() => (isOver = true));
  const [signIns, pages, calls] = await Promise.all([
    storm,
    measureWaits(loadPage, () => isOver),
    measureWaits(
      () => post('/np/user/getInfo', {}, first.token),
      () => isOver,
    ),
  ]);
  const kept = await hashPassword(PASSWORD);
  const alone = await getRate(STORM_MS / 2, PARALLEL, () => checkPassword(kept, PASSWORD));
  console.log(formatLine('sign-ins', signIns, '/s'));
  console.log(formatLine('argon2id alone, without a load beside it', alone, '/s'));
  console.log(formatLine('sign-ins for each of those', signIns / alone, ''));
  for (const [name, times] of [
    ["a visitor's kept page", pages],
    ["a member's getInfo", calls],
  ] as const) {
    console.log(formatLine(`${name}, p50`, median(times), 'ms'));
    console.log(limitLine(`${name}, p99`, computePercentile(times, 0.99), LIMIT_MS, 'ms'));
  }
} finally {
  await server.stop();
}
