/**
 * Overhead of a server-rendered page on top of React: `render` against bare `renderToString` of the
 * same element.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderInput, SiteBuild, SiteModule } from '@yunbiao/contract/api/site';

/** ms per page, without data and compression. */
const LIMIT_MS = 0.4;
const ROUNDS = 9;
const PAGES = 300;

type Bundle = {
  site: SiteModule;
  createBareRenderer: (input: RenderInput) => Promise<() => string>;
};

const dist = join(import.meta.dirname, '../apps/site/dist');
const build = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8')) as SiteBuild;
const bundle = (await import(pathToFileURL(join(dist, 'server/entry-server.js')).href)) as Bundle;

const COMMON = {
  softwares: [],
  contacts: [],
  legal: { termsId: '1', privacyId: '2' },
  icpNo: null,
  psbNo: null,
  switches: { register: true, wechat: [] },
  demo: true,
};
/** The data is available immediately: the bench measures the cost of the page alone. */
const envelope = { state: 'ok', code: 200, msg: '', data: COMMON } as const;

const input: RenderInput = {
  href: '/tools/gifGenerator',
  named: '',
  kind: 'page',
  nonce: 'bench',
  token: '',
  host: '127.0.0.1',
  ownAlias: '',

  origin: 'http://127.0.0.1',
  apiBase: '',
  statsUrl: '',
  build,
  callApi: () => Promise.resolve(envelope),
  pause: () => Promise.resolve(),
};

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const perPage = async (task: () => unknown): Promise<number> => {
  const before = cpuMs();
  for (let i = 0; i < PAGES; i++) await task();
  return (cpuMs() - before) / PAGES;
};

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const bare = await bundle.createBareRenderer(input);
const renderPage = async (): Promise<void> => {
  const output = await bundle.site.render(input);
  if (output.type !== 'page' || output.status !== 200) throw new Error('the page did not render');
};
const results = { bare: [] as number[], page: [] as number[] };
await perPage(bare);
await perPage(renderPage);
for (let round = 0; round < ROUNDS; round++) {
  results.bare.push(await perPage(bare));
  results.page.push(await perPage(renderPage));
}
const [bareMs, pageMs] = [median(results.bare), median(results.page)];
const beyond = pageMs - bareMs;
console.log(`${input.href}, ${ROUNDS} rounds of ${PAGES} pages, CPU, medians`);
console.log(`bare renderToString  ${bareMs.toFixed(3)} ms`);
console.log(`server render        ${pageMs.toFixed(3)} ms`);
console.log(`beyond               ${beyond.toFixed(3)} ms (limit ${LIMIT_MS})`);
if (beyond > LIMIT_MS) process.exitCode = 1;
