// Every page at six widths in both themes: what overflows, overlaps or is cut, answers or complaints that are not as
// they should be; pictures that differ from the last run.
// `--only qa` visits the pages whose address has it, `--keep` makes the new pictures the last ones.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { lengthenNames } from '../e2e/overflow/long-names.ts';
import { listOverlaps } from '../e2e/overflow/overlaps.ts';
import { findMisfits, WIDTHS } from '../e2e/overflow/sweep.ts';
import { callAs } from '../e2e/support/api.ts';
import {
  waitUntilHydrated,
  openBrowser,
  waitForTwoFrames,
  type Visitor,
  openVisitor,
} from '../e2e/support/browser.ts';
import { MEMBER_PAGES, listPublicPages } from '../e2e/support/pages.ts';
import { startServer, type TestServer } from '../e2e/support/server.ts';
import { comparePictures } from './support/screens/compare-pictures.ts';

const WIDTHS_PX = [...WIDTHS, 1920];
const THEMES = ['light', 'dark'] as const;
/** Times and ids differ from run to run; a changed page differs more. */
const MIN_DIFFERENCE = 0.01;
const FOLDER = join(import.meta.dirname, '../node_modules/.cache/screens');

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'boolean' } },
});

/** Who sees the pages, and which: a visitor, the demo member, a new member, one with long names. */
type View = { name: string; paths: readonly string[]; token: string };

const nameFile = (view: string, path: string, width: number, theme: string): string =>
  `${view}${path.replaceAll(/[^\w.-]+/g, '_')}-${width}-${theme}.png`;

/** What is wrong with pages, and pictures that differ. */
type Report = { faults: string[]; differences: { file: string; share: number }[] };

/** Opens a page: another status than 200, another address than was asked for. */
const openPage = async (page: Page, path: string): Promise<string[]> => {
  const reply = await page.goto(path);
  await waitUntilHydrated(page);
  const { pathname, search } = new URL(page.url());
  const status = reply?.status();
  return [
    ...(status === 200 ? [] : [`answers ${status}`]),
    ...(pathname + search === path ? [] : [`ends at ${pathname}${search}`]),
  ];
};

/** Shows an open page at every width in both themes; `blank` is a page that compares pictures. */
const lookAt = async (page: Page, blank: Page, view: View, path: string): Promise<Report> => {
  const report: Report = { faults: [], differences: [] };
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await waitForTwoFrames(page);
      const faults = [...(await findMisfits(page)), ...(await listOverlaps(page))];
      report.faults.push(...faults.map((fault) => `${width} ${theme} ${path}: ${fault}`));
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

/** Opens a page and looks at it, with the complaints of the browser. */
const checkPage = async (
  { page, complaints, forgive }: Visitor,
  blank: Page,
  view: View,
  path: string,
): Promise<Report> => {
  const wrong = await openPage(page, path);
  const { faults, differences } = await lookAt(page, blank, view, path);
  const said = [...wrong, ...complaints].map((fault) => `${path}: ${fault}`);
  forgive(/./);
  return { faults: [...said, ...faults], differences };
};

const lookAtView = async (server: TestServer, view: View): Promise<Report> => {
  const browser = await openBrowser();
  try {
    const visitor = await openVisitor(browser, { baseURL: server.url });
    const { context } = visitor;
    if (view.token)
      await context.addCookies([{ name: 'auto-token', value: view.token, url: server.url }]);
    const blank = await context.newPage();
    const reports: Report[] = [];
    for (const path of view.paths)
      if (!options.only || path.includes(options.only))
        reports.push(await checkPage(visitor, blank, view, path));
    return {
      faults: reports.flatMap(({ faults }) => faults),
      differences: reports.flatMap(({ differences }) => differences),
    };
  } finally {
    await browser.close();
  }
};

/** Signs in or up; returns the token. */
const openSession = async (server: TestServer, path: string, form: object): Promise<string> => {
  const { token } = await callAs<{ token: string }>(server, '', path, form);
  return token;
};

await rm(join(FOLDER, 'new'), { recursive: true, force: true });
await mkdir(join(FOLDER, 'new'), { recursive: true });
await mkdir(join(FOLDER, 'last'), { recursive: true });
const server = await startServer({ DEMO_HISTORY: '1' });
try {
  const visited = (await listPublicPages(server)).map(({ path }) => path);
  const demo = await openSession(server, '/np/login', server.demo ?? {});
  const newcomer = await openSession(server, '/np/register', {
    username: 'newcomer',
    password: 'correct horse 9',
  });
  const views: View[] = [
    { name: 'public', paths: visited, token: '' },
    { name: 'member', paths: MEMBER_PAGES, token: demo },
    { name: 'new', paths: MEMBER_PAGES, token: newcomer },
    { name: 'long', paths: [...visited, ...MEMBER_PAGES], token: demo },
  ];
  let count = 0;
  for (const view of views) {
    if (view.name === 'long') await lengthenNames(server.dataDir);
    const report = await lookAtView(server, view);
    count += report.faults.length;
    console.log(`${view.name}: ${view.paths.length} pages, ${report.faults.length} faults`);
    for (const fault of report.faults) console.log(`  ${fault}`);
    for (const { file, share } of report.differences.toSorted((a, b) => b.share - a.share))
      console.log(`  ${(share * 100).toFixed(1).padStart(5)} % differs: ${file}`);
  }
  console.log(`pictures: ${join(FOLDER, options.keep ? 'last' : 'new')}`);
  if (count > 0) process.exitCode = 1;
} finally {
  await server.stop();
}
