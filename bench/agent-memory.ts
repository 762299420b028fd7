// Resident memory of a print client that has printed labels and is idle: as installed, and as `npm
// run agent` runs it.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MALLOC_ENVIRONMENT } from '../apps/agent/src/config.ts';
import { getClientLaunchCommand } from '../apps/agent/src/program/launch.ts';
import { buildAgent } from '../e2e/support/program.ts';
import { repository } from '../e2e/support/process.ts';
import { startServer } from '../e2e/support/server.ts';
import { limitLine, formatLine } from './support/figures.ts';
import { getOwnMemory, getResidentMemory } from './support/resident.ts';
import { openShop } from './support/shop.ts';
import type { Shop } from './support/shop.ts';

/** The documented limit. */
const LIMIT_MB = 90;
/** Labels printed before the idle time, and its length, ms. */
const LABELS = 5;
const CALM_MS = 30_000;

/**
 * A freshly written file is in the page cache in large pieces, and a process that reads a part of
 * a piece is charged for all of it. After a reboot the file is loaded as needed, so the bench
 * evicts it from the cache first.
 */
const evictFromCache = (file: string): void => {
  execFileSync('sync', [file]);
  execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' });
};

const measure = async (
  shop: Shop,
  name: string,
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> => {
  evictFromCache(file);
  const own = { PATH: process.env['PATH'], LANG: 'C.UTF-8', YUNBIAO_AGENT_HOME: shop.agent.home };
  // `serve` exits when its standard input ends.
  const child = spawn(file, args, {
    cwd: repository,
    env: { ...own, YUNBIAO_AGENT_MDNS: 'off', ...env },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const { pid } = child;
  if (pid === undefined) throw new Error(`${file} does not start`);
  try {
    for (let n = 0; n < LABELS; n += 1)
      await shop.finished((await shop.submit([shop.row(n)])).batchNo);
    await sleep(CALM_MS);
    const toMegabytes = (kb: number): number => (kb * 1024) / 1e6;
    console.log(
      limitLine(`${name}: resident, idle`, toMegabytes(getResidentMemory(pid)), LIMIT_MB, 'MB'),
    );
    console.log(
      formatLine(`${name}: of that its own, no file's`, toMegabytes(getOwnMemory(pid)), 'MB'),
    );
  } finally {
    child.kill();
    await gone;
  }
};

execFileSync(process.execPath, [join(repository, 'scripts/setup.mjs'), '--agent'], {
  stdio: 'inherit',
});
const bundled = join(repository, 'apps/agent/dist/agent.cjs');
if (!existsSync(bundled)) throw new Error('nothing for `npm run agent` to start');
const server = await startServer();
const program = await buildAgent(server.url);
try {
  const shop = await openShop(server);
  try {
    await shop.daemon.stop();
    await measure(shop, 'installed', program.path, ['serve'], MALLOC_ENVIRONMENT);
    const { file, args } = getClientLaunchCommand(shop.agent.home);
    const flags = args.slice(0, -1);
    await measure(
      shop,
      'source, in the background',
      file,
      [...flags, bundled, 'serve'],
      MALLOC_ENVIRONMENT,
    );
    const cache = ['--import', './scripts/lib/agent-cache.mjs'];
    const run = [...flags, ...cache, bundled, 'run'];
    await measure(shop, 'source, in a terminal, first start or second', file, run, {});
    await measure(shop, 'source, in a terminal, later starts', file, run, {});
  } finally {
    await shop.agent.remove();
    shop.printer.close();
  }
} finally {
  program.remove();
  await server.stop();
}
