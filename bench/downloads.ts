import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@yunbiao/db';
import { addDownload } from '@yunbiao/services';
import { readConfig } from '../apps/server/src/config/config.ts';
import { createServiceContext } from '../apps/server/src/startup/create-context.ts';
import { createLog } from '../apps/server/src/log.ts';
import { startSite } from '../apps/server/src/main.ts';
import { answerCpu, type Child, forkServer } from './support/cpu-child.ts';
import { limitLine, formatLine, median, ratioLine } from './support/figures.ts';

/**
 * 1,000 simultaneous downloads of one 50 MB file: every byte is counted and the server's memory
 * stays flat during the transfer. In addition 100 downloads for CPU time, against a bare
 * `node:http` server that pipes the same file. Needs a build. 60 GB go through loopback, which
 * takes two dedicated cores several minutes. On two shared cores: 0.30 GB/s, memory 286 MB plus at
 * most 340 (the last quarter 12 MB above the second, at 12.5 GB each), 1.57 times the peer's CPU.
 */
const MB = 1_000_000;
const SHARED = Buffer.alloc(262_144);
/** A smaller run for a busy machine: `node bench/downloads.ts measure '' 1000 2`. */
const CLIENTS = Number(process.argv[4] ?? 1_000);
const SIZE = Number(process.argv[5] ?? 50) * MB;
/**
 * Maximum memory growth of the server during all downloads, MB. A bare server grows by 200 for the
 * connections alone.
 */
const GROWTH_LIMIT = 350;
/** Maximum CPU per gigabyte relative to the bare peer. */
const CPU_LIMIT = 2;
/** Simultaneous downloads for the CPU figures; the cost is per byte. */
const CPU_CLIENTS = Math.min(100, CLIENTS);
/**
 * Maximum memory difference between the last and the second quarter of the bytes, with all
 * connections open, MB: nothing may accumulate.
 */
const DRIFT_LIMIT = 40;
const SAMPLE_MS = 100;
/**
 * Interval of downloads whose bytes the client hashes; for the others only the length is counted.
 */
const HASHED_EVERY = 50;

const getRss = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
const listFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

const serveSite = async (dataDir: string): Promise<void> => {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DEMO_HISTORY: '0',
    // In production they come from as many addresses.
    MAX_CONNECTIONS_PER_ADDRESS: '4000',
  });
  const running = await startSite(config, createLog('error'));
  process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)));
  const db = openDatabase({ databaseUrl: undefined, dataDir, onError: () => undefined });
  const ctx = createServiceContext(config, db, createLog('error'));
  const file = await addDownload({
    ctx,
    alias: 'yunbiao',
    input: { version: '9.9.9', platform: 'windows', title: '测量用', fileName: 'fifty.bin' },
    content: (await openAsBlob(join(dataDir, 'fifty.bin'))).stream(),
  });
  await db.close();
  answerCpu({ port: running.port, pid: process.pid, path: file.url });
};

const serveBare = (file: string): void => {
  const server = createServer((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': SIZE });
    createReadStream(file).pipe(res);
  });
  server.listen(0, '127.0.0.1', () => {
    answerCpu({ port: (server.address() as AddressInfo).port, pid: process.pid, path: '/' });
  });
};

type Sample = { rss: number; bytes: number };
type Run = { samples: Sample[]; files: number; before: number; cpu: number; ms: number };

/**
 * One download over a bare socket into one shared buffer: the client must cost as little as
 * possible.
 */
const download = (
  target: { port: number; path: string },
  hash: string | null,
  onBytes: (bytes: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const own = hash === null ? null : createHash('sha256');
    let head: string | null = '';
    let bytes = 0;
    const takeChunk = (chunk: Uint8Array): void => {
      bytes += chunk.length;
      onBytes(chunk.length);
      own?.update(chunk);
    };
    const read = (length: number, buffer: Uint8Array): boolean => {
      const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, length);
      if (head === null) {
        takeChunk(chunk);
        return true;
      }
      const before = head.length;
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return true;
      if (!head.startsWith('HTTP/1.1 200 ')) reject(new Error(head.slice(0, end)));
      head = null;
      takeChunk(chunk.subarray(end + 4 - before));
      return true;
    };
    const socket = connect({
      port: target.port,
      host: '127.0.0.1',
      onread: { buffer: SHARED, callback: read },
    });
    socket.write(
      `GET ${target.path} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nConnection: close\r\n\r\n`,
    );
    socket.on('error', reject);
    socket.on('close', () => {
      const isRight = bytes === SIZE && (own === null || own.digest('hex') === hash);
      if (isRight) resolve();
      else reject(new Error(`${target.path}: ${bytes} bytes of ${SIZE}, or another hash`));
    });
  });

const runAll = async (child: Child, hash: string, clients: number): Promise<Run> => {
  const target = { port: child.ready.port, path: String(child.ready['path']) };
  const pid = Number(child.ready['pid']);
  await download(target, hash, () => undefined);
  const before = getRss(pid);
  const samples: Sample[] = [];
  let [files, bytes] = [0, 0];
  const watch = setInterval(() => {
    samples.push({ rss: getRss(pid), bytes });
    files = Math.max(files, listFiles(pid));
  }, SAMPLE_MS);
  const from = await child.cpu();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: clients }, (_, i) =>
      download(target, i % HASHED_EVERY === 0 ? hash : null, (more) => (bytes += more)),
    ),
  );
  const ms = performance.now() - started;
  const to = await child.cpu();
  clearInterval(watch);
  const cpu = (to.user + to.system - from.user - from.system) / 1_000_000;
  return { samples, files, before, ms, cpu };
};

/**
 * Memory in the last quarter of the bytes minus the second quarter: 0 when memory does not grow
 * with the bytes.
 */
const getDrift = ({ samples }: Run): number => {
  const all = CLIENTS * SIZE;
  const medianBetween = (low: number, high: number): number =>
    median(
      samples
        .filter((sample) => sample.bytes >= low * all && sample.bytes < high * all)
        .map((sample) => sample.rss),
    );
  return medianBetween(0.75, 1) - medianBetween(0.25, 0.5);
};

const getPeak = ({ samples }: Run): number => Math.max(...samples.map((sample) => sample.rss));

const measure = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'yb-downloads-'));
  const bytes = randomBytes(SIZE);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await writeFile(join(folder, 'fifty.bin'), bytes);
  const [site, bare] = [
    await forkServer(import.meta.filename, ['site', folder, String(CLIENTS), String(SIZE / MB)]),
    await forkServer(import.meta.filename, [
      'bare',
      join(folder, 'fifty.bin'),
      String(CLIENTS),
      String(SIZE / MB),
    ]),
  ];
  try {
    const peer = await runAll(bare, hash, CPU_CLIENTS);
    const byCpu = await runAll(site, hash, CPU_CLIENTS);
    const own = await runAll(site, hash, CLIENTS);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const after = getRss(Number(site.ready['pid']));
    const cpuGb = (CPU_CLIENTS * SIZE) / 1e9;
    console.log(
      `${CLIENTS} downloads of ${SIZE / MB} MB at once, all complete, every ${HASHED_EVERY}th hashed`,
    );
    console.log(formatLine('throughput', (CLIENTS * SIZE) / 1e9 / (own.ms / 1_000), 'GB/s'));
    console.log(formatLine('memory before', own.before / MB, 'MB'));
    console.log(
      limitLine('memory, growth at most', (getPeak(own) - own.before) / MB, GROWTH_LIMIT, 'MB'),
    );
    console.log(
      limitLine('memory, last quarter over the second', getDrift(own) / MB, DRIFT_LIMIT, 'MB'),
    );
    console.log(formatLine('memory 2 s after', after / MB, 'MB'));
    console.log(limitLine('open files and sockets at most', own.files, 2 * CLIENTS + 200, ''));
    console.log(formatLine('CPU per GB', (byCpu.cpu / cpuGb) * 1_000, 'ms'));
    console.log(formatLine('CPU per GB of the bare peer', (peer.cpu / cpuGb) * 1_000, 'ms'));
    console.log(ratioLine('CPU against the peer', byCpu.cpu, peer.cpu, CPU_LIMIT));
  } finally {
    await Promise.all([site.stop(), bare.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
};

const [, , role, argument = ''] = process.argv;
if (role === 'site') await serveSite(argument);
else if (role === 'bare') serveBare(argument);
else await measure();
