/**
 * 10,000 rows opened from Excel next to a design: time until the first row is on the canvas, and
 * the page's longest task.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { waitUntilHydrated, openBrowser, openVisitor } from '../e2e/support/browser.ts';
import { startServer } from '../e2e/support/server.ts';
import { whenQuiet } from './support/quiet.ts';

const ROWS = 10_000;
const FIRST_MS = 1_000;
const TASK_MS = 50;
/** Time after opening in which rows are checked for warnings and stored, ms. */
const AFTER_MS = 8_000;

const columns = ['品名', '规格', '产地', '售价', '货号', '追溯码', '供货商', '备注'];
const rows = Array.from({ length: ROWS }, (_, n) => [
  `南坡晚熟脐橙礼盒 ${n}`,
  '5 kg / 箱',
  '云岭南坡',
  n / 100,
  String(690_000_000_000 + n),
  `yb.example/p/${n}`,
  '阿禾果园',
  '',
]);

type Page = typeof globalThis & { __longest: number; __seen: number };

const folder = await mkdtemp(join(tmpdir(), 'yb-bench-'));
const server = await startServer();
const browser = await openBrowser();
try {
  const file = join(folder, '到货.xlsx');
  const sheet = { name: '到货', rows: [columns, ...rows] };
  await writeFile(file, await writeXlsx({ sheets: [sheet] }));
  const visitor = await openVisitor(browser, { baseURL: server.url });
  const { page } = visitor;
  await page.goto('/yunbiao/tools/design-new.html');
  await waitUntilHydrated(page);
  await page.getByText('打开 Excel、CSV').waitFor();
  await page.waitForLoadState('networkidle');
  await whenQuiet(10_000);
  await page.evaluate(() => {
    const here = globalThis as Page;
    here.__longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        here.__longest = Math.max(here.__longest, duration);
    }).observe({ type: 'longtask' });
    const input = document.querySelector('input[accept*=".xlsx"]');
    input?.addEventListener('change', () => (here.__seen = -performance.now()), { capture: true });
    new MutationObserver(() => {
      if (here.__seen < 0 && document.querySelector('[data-row="0"]'))
        requestAnimationFrame(() => (here.__seen += performance.now()));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.locator('input[accept*=".xlsx"]').setInputFiles(file);
  await page
    .getByText(`${ROWS.toLocaleString('zh-CN')} 行`)
    .first()
    .waitFor();
  await page.waitForTimeout(AFTER_MS);
  const { first, longest } = await page.evaluate(() => {
    const here = globalThis as Page;
    return { first: here.__seen, longest: here.__longest };
  });
  const printFigure = (what: string, ms: number, max: number): void => {
    if (ms > max) process.exitCode = 1;
    const figure = `${ms.toFixed(0)} ms`;
    console.log(`${what.padEnd(40)}${figure.padStart(10)}  ${ms <= max ? 'ok' : `OVER ${max}`}`);
  };
  printFigure(`${ROWS} rows of Excel: first row shown`, first, FIRST_MS);
  printFigure('longest task of the page (0: under 50)', longest, TASK_MS);
  await visitor.close();
} finally {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
