// CPU of a member's pages, rendered by a server of its own, against the public home page rendered for the same member.
// The member has 3,000 labels.
import { formatLine, median, ratioLine } from './support/figures.ts';
import { load } from './support/load.ts';
import { openMemberSite, serveMembers } from './support/member-site.ts';

/** CPU per request, all threads: rendering, data, compression. */
const LIMIT = 0.6;
const ROUNDS = 7;
const REQUESTS = 150;

const PAGES = [
  ['概览', '/yunbiao/user'],
  ['打印统计', '/yunbiao/user/printStat'],
  ['订单', '/yunbiao/user/order'],
] as const;
/** Signed in, so that nothing comes from the page cache. */
const HOME = '/yunbiao';

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
    const paths = [HOME, ...PAGES.map(([, path]) => path)];
    const samples = new Map(paths.map((path) => [path, [] as number[]]));
    for (const path of paths) await cpuMs(path);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const path of paths) samples.get(path)?.push(await cpuMs(path));
    const getCpuMs = (path: string): number => median(samples.get(path) ?? []);
    console.log(`${ROUNDS} rounds of ${REQUESTS} requests in turns, CPU a request, medians`);
    console.log(formatLine('公开首页', getCpuMs(HOME), 'ms'));
    for (const [name, path] of PAGES) {
      console.log(formatLine(name, getCpuMs(path), 'ms'));
      console.log(ratioLine(`${name} / 公开首页`, getCpuMs(path), getCpuMs(HOME), LIMIT));
    }
  } finally {
    await site.stop();
  }
};

const [, , role, argument = ''] = process.argv;
if (role === 'site') await serveMembers(argument);
else await measure();
