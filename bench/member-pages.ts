// CPU of a member's pages, fully rendered by a separate server: 概览, 打印统计, 订单; a member with 3,000
// labels.
import { limitLine, line, median } from './support/figures.ts';
import { load } from './support/load.ts';
import { openMemberSite, serveMembers } from './support/member-site.ts';

/** ms CPU per request, all threads: rendering, data, compression. */
const LIMIT_MS = 3;
const ROUNDS = 7;
const REQUESTS = 150;

const PAGES = {
  概览: '/yunbiao/user',
  打印统计: '/yunbiao/user/printStat',
  订单: '/yunbiao/user/order',
  // For comparison: signed in, so that nothing comes from the page cache.
  公开首页: '/yunbiao',
};

const measure = async (): Promise<void> => {
  const site = await openMemberSite(import.meta.filename);
  const headers = {
    Cookie: `auto-token=${site.tokens[0]}`,
    'Accept-Encoding': 'gzip, deflate, br',
  };
  /** Sequential requests: the bench measures the cost, not the waiting time. */
  const cpuMs = async (path: string): Promise<number> => {
    const before = await site.child.cpu();
    await load({ url: site.url + path, count: REQUESTS, connections: 1, headers });
    const after = await site.child.cpu();
    return (after.user + after.system - before.user - before.system) / 1_000 / REQUESTS;
  };
  try {
    for (const path of Object.values(PAGES)) await cpuMs(path);
    const samples = Object.values(PAGES).map((): number[] => []);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [n, path] of Object.values(PAGES).entries()) samples[n]?.push(await cpuMs(path));
    console.log(`${ROUNDS} rounds of ${REQUESTS} requests, CPU a request, medians`);
    for (const [n, name] of Object.keys(PAGES).entries()) {
      const value = median(samples[n] ?? []);
      console.log(
        name === '公开首页' ? line(name, value, 'ms') : limitLine(name, value, LIMIT_MS, 'ms'),
      );
    }
  } finally {
    await site.stop();
  }
};

const [, , role, argument = ''] = process.argv;
if (role === 'site') await serveMembers(argument);
else await measure();
