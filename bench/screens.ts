// Every page at six widths in both themes: what overflows, overlaps or is cut; pictures that differ from the last run.
// `--only qa` visits the pages whose address has it, `--keep` makes the new pictures the last ones.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { lengthenNames } from '../e2e/overflow/long-names.ts';
import { misfits } from '../e2e/overflow/sweep.ts';
import { hydrated, openBrowser, rested, visit } from '../e2e/support/browser.ts';
import { MEMBER_PAGES, publicPages } from '../e2e/support/pages.ts';
import { startServer, type TestServer } from '../e2e/support/server.ts';
import { comparePictures } from './support/screens/compare-pictures.ts';
import { listOverlaps } from './support/screens/overlaps.ts';

const WIDTHS_PX = [320, 390, 768, 1366, 1440, 1920] as const;
const THEMES = ['light', 'dark'] as const;
/** Times and ids differ from run to run; a changed page differs more. */
const MIN_DIFFERENCE = 0.01;
const FOLDER = join(import.meta.dirname, '../node_modules/.cache/screens');

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'boolean' } },
});

/** Who sees the pages, and which: a visitor, the demo member, a new member, one with long names. */
type View = { name: string; paths: readonly string[]; token: string };

const signIn = async (server: TestServer, call: string, form: object): Promise<string> => {
  const reply = await fetch(server.url + call, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Domain': 'yunbiao' },
    body: JSON.stringify(form),
  });
  const { data } = (await reply.json()) as { data: { token: string } };
  return data.token;
};

const nameFile = (view: string, path: string, width: number, theme: string): string =>
  `${view}${path.replaceAll(/[^\w.-]+/g, '_')}-${width}-${theme}.png`;

type Report = { misfits: string[]; differences: { file: string; share: number }[] };

/** Shows one page at every width in both themes; `blank` is a page that compares pictures. */
const lookAt = async (page: Page, blank: Page, view: View, path: string): Promise<Report> => {
  const report: Report = { misfits: [], differences: [] };
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await rested(page);
      const faults = [...(await misfits(page)), ...(await listOverlaps(page))];
      report.misfits.push(...faults.map((fault) => `${width} ${theme} ${path}: ${fault}`));
      const picture = await page.screenshot({ fullPage: true, animations: 'disabled' });
      const file = nameFile(view.name, path, width, theme);
      const last = await readFile(join(FOLDER, 'last', file)).catch(() => null);
      await writeFile(join(FOLDER, options.keep ? 'last' : 'new', file), picture);
      const share = last ? await comparePictures(blank, last, picture) : 0;
      if (share > MIN_DIFFERENCE) report.differences.push({ file, share });
    }
  }
  return report;
};

const lookAtView = async (server: TestServer, view: View): Promise<Report> => {
  const browser = await openBrowser();
  try {
    const { context, page } = await visit(browser, { baseURL: server.url });
    if (view.token)
      await context.addCookies([{ name: 'auto-token', value: view.token, url: server.url }]);
    const blank = await context.newPage();
    const reports: Report[] = [];
    for (const path of view.paths) {
      if (options.only && !path.includes(options.only)) continue;
      await page.goto(path);
      await hydrated(page);
      reports.push(await lookAt(page, blank, view, path));
    }
    return {
      misfits: reports.flatMap((report) => report.misfits),
      differences: reports.flatMap((report) => report.differences),
    };
  } finally {
    await browser.close();
  }
};

await rm(join(FOLDER, 'new'), { recursive: true, force: true });
await mkdir(join(FOLDER, 'new'), { recursive: true });
await mkdir(join(FOLDER, 'last'), { recursive: true });
const server = await startServer({ DEMO_HISTORY: '1' });
try {
  const visited = (await publicPages(server)).map(({ path }) => path);
  const demo = await signIn(server, '/np/login', server.demo ?? {});
  const newcomer = await signIn(server, '/np/register', {
    username: 'newcomer',
    password: 'correct horse 9',
  });
  const views: View[] = [
    { name: 'public', paths: visited, token: '' },
    { name: 'member', paths: MEMBER_PAGES, token: demo },
    { name: 'new', paths: MEMBER_PAGES, token: newcomer },
    { name: 'long', paths: [...visited, ...MEMBER_PAGES], token: demo },
  ];
  let faults = 0;
  for (const view of views) {
    if (view.name === 'long') await lengthenNames(server.dataDir);
    const report = await lookAtView(server, view);
    faults += report.misfits.length;
    console.log(`${view.name}: ${view.paths.length} pages, ${report.misfits.length} faults`);
    for (const misfit of report.misfits) console.log(`  ${misfit}`);
    for (const { file, share } of report.differences.toSorted((a, b) => b.share - a.share))
      console.log(`  ${(share * 100).toFixed(1).padStart(5)} % differs: ${file}`);
  }
  console.log(`pictures: ${join(FOLDER, options.keep ? 'last' : 'new')}`);
  if (faults > 0) process.exitCode = 1;
} finally {
  await server.stop();
}
