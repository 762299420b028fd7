import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../apps/server/src/config/config.ts';
import { createLog } from '../apps/server/src/log.ts';
import { startSite } from '../apps/server/src/main.ts';
import { answerCpu, type Child, forkServer } from './support/cpu-child.ts';

/**
 * CPU per cached anonymous page against a bare `node:http` server that sends the same body and
 * headers, alternating in the same run. Needs a build. `node bench/page-cache.ts`
 */
const LIMIT = 1.3;
const ROUNDS = 7;
const REQUESTS = 12_000;
const CONNECTIONS = 16;
const HEADERS = {
  'Accept-Encoding': 'gzip, deflate, br',
  'User-Agent': 'Mozilla/5.0',
  Accept: 'text/html',
};

type Answer = { status: number; headers: string[]; body: Buffer };

const get = (agent: Agent, port: number, path: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const req = request({ agent, port, path, host: '127.0.0.1', headers: HEADERS }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () =>
        resolve({
          status: res.statusCode ?? 0,
          headers: res.rawHeaders,
          body: Buffer.concat(chunks),
        }),
      );
    });
    req.on('error', reject);
    req.end();
  });

/** Sends `count` requests over a few keep-alive connections. */
const load = async (agent: Agent, port: number, path: string, count: number): Promise<void> => {
  let left = count;
  const requestInTurn = async (): Promise<void> => {
    while (left-- > 0) {
      const { status } = await get(agent, port, path);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, requestInTurn));
};

const serveSite = async (dataDir: string): Promise<void> => {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DEMO_HISTORY: '0',
  });
  const running = await startSite(config, createLog('error'));
  process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)));
  answerCpu({ port: running.port });
};

/** Sends a recorded response of the site and does nothing else. */
const serveBare = (answer: { headers: string[]; body: string }): void => {
  const body = Buffer.from(answer.body, 'base64');
  const server = createServer((_req, res) => {
    res.writeHead(200, answer.headers);
    res.end(body);
  });
  server.listen(0, '127.0.0.1', () => answerCpu({ port: (server.address() as AddressInfo).port }));
};

const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive']);

const sameHeaders = (raw: string[]): string[] => {
  const out: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const [name = '', value = ''] = [raw[i], raw[i + 1]];
    if (!OWN_HEADERS.has(name.toLowerCase())) out.push(name, value);
  }
  return out;
};

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const measureMicroseconds = async (child: Child, agent: Agent, path: string): Promise<number> => {
  const before = await child.cpu();
  await load(agent, child.ready.port, path, REQUESTS);
  const after = await child.cpu();
  return (after.user + after.system - before.user - before.system) / REQUESTS;
};

const measure = async (path: string): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yb-bench-'));
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const site = await forkServer(import.meta.filename, ['site', dataDir]);
  await get(agent, site.ready.port, path);
  const answer = await get(agent, site.ready.port, path);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  const copy = JSON.stringify({
    headers: sameHeaders(answer.headers),
    body: answer.body.toString('base64'),
  });
  const bare = await forkServer(import.meta.filename, ['bare', copy]);
  const results = { site: [] as number[], bare: [] as number[] };
  await measureMicroseconds(site, agent, path);
  await measureMicroseconds(bare, agent, path);
  for (let round = 0; round < ROUNDS; round++) {
    results.bare.push(await measureMicroseconds(bare, agent, path));
    results.site.push(await measureMicroseconds(site, agent, path));
  }
  agent.destroy();
  await Promise.all([site.stop(), bare.stop()]);
  await rm(dataDir, { recursive: true, force: true });
  const [own, reference] = [median(results.site), median(results.bare)];
  const ratio = own / reference;
  console.log(
    `${path}  ${answer.body.length} bytes, ${ROUNDS} rounds of ${REQUESTS} requests, medians`,
  );
  console.log(`bare node:http  ${reference.toFixed(1)} µs CPU a request`);
  console.log(`page cache      ${own.toFixed(1)} µs CPU a request`);
  console.log(`ratio           ${ratio.toFixed(2)} (limit ${LIMIT})`);
  if (ratio > LIMIT) process.exitCode = 1;
};

const [, , role, argument = '/'] = process.argv;
if (role === 'site') await serveSite(argument);
else if (role === 'bare') serveBare(JSON.parse(argument) as { headers: string[]; body: string });
else await measure(role ?? '/yunbiao');
