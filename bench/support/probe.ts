import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Latencies of another visitor since the last read, ms. */
export type Met = {
  healthz: number;
  page: number;
  /** Of an idle reference server. */
  bare: number;
  asked: number;
  failed: number;
};

const PATIENCE_MS = 30_000;
const EVERY_MS = 15;

const [, , port = '', page = '/', barePort = ''] = process.argv;

/**
 * Uses a new connection, because the bench also measures whether new visitors get in. Returns ms;
 * null when it failed.
 */
const timeRequest = (path: string, at = port): Promise<number | null> =>
  new Promise((resolve) => {
    const started = performance.now();
    const req = request({
      host: '127.0.0.1',
      port: at,
      path,
      agent: false,
      timeout: PATIENCE_MS,
      headers: { Connection: 'close' },
    });
    req.on('response', (res) => {
      res.resume();
      res.on('end', () => resolve(res.statusCode === 200 ? performance.now() - started : null));
    });
    req.on('timeout', () => req.destroy(new Error('too late')));
    req.on('error', () => resolve(null));
    req.end();
  });

const nothing: Met = { healthz: 0, page: 0, bare: 0, asked: 0, failed: 0 };
let met = { ...nothing };
const recordAnswer = (kind: 'healthz' | 'page' | 'bare', ms: number | null): void => {
  met.asked += 1;
  if (ms === null) met.failed += 1;
  else met[kind] = Math.max(met[kind], ms);
};

process.once('disconnect', () => process.exit());
process.on('message', () => {
  process.send?.(met);
  met = { ...nothing };
});
process.send?.('ready');

const repeatForever = async (visit: () => Promise<void>): Promise<void> => {
  for (;;) {
    await visit();
    await sleep(EVERY_MS);
  }
};
await Promise.all([
  repeatForever(async () => {
    recordAnswer('healthz', await timeRequest('/healthz'));
    recordAnswer('page', await timeRequest(page));
  }),
  repeatForever(async () => recordAnswer('bare', await timeRequest('/', barePort))),
]);
