import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitUntilHydrated, noBrowser } from './support/browser.ts';
import { CLS, sumLayoutShifts } from './support/shifts.ts';
import { useSharedStage } from './support/stage.ts';

const stage = useSharedStage();

const enter = async (screen: 'wide' | 'phone'): Promise<Page> => {
  const visitor = await stage.enter({ screen });
  await visitor.page.goto('/yunbiao/updateLog');
  await waitUntilHydrated(visitor.page);
  return visitor.page;
};

const getRail = (page: Page) => page.getByRole('navigation', { name: '本页的版本' });
const listVersions = (page: Page): Promise<string[]> =>
  getRail(page).locator('span').allTextContents();
const listMarkedVersions = (page: Page): Promise<string[]> =>
  getRail(page).locator('[aria-current] > span').allTextContents();

/** Scrolls a version to the top of the window, as a reader does. */
const readAt = (page: Page, index: number): Promise<void> =>
  page.evaluate((at) => {
    const release = document.querySelectorAll('main article')[at];
    scrollBy(0, (release?.getBoundingClientRect().top ?? 0) - 20);
  }, index);

describe('the versions beside the update log', () => {
  it.for(['wide', 'phone'] as const)(
    'mark the one being read, down and up again, and move nothing (%s)',
    async (screen, ctx) => {
      if (noBrowser) ctx.skip(noBrowser);
      const page = await enter(screen);
      const [first = '', second = '', , fourth = ''] = await listVersions(page);
      await expect.poll(() => listMarkedVersions(page)).toEqual([first]);
      for (const [index, version] of [
        [1, second],
        // Skips one that was never on the screen.
        [3, fourth],
        [1, second],
      ] as const) {
        await readAt(page, index);
        await expect.poll(() => listMarkedVersions(page)).toEqual([version]);
      }
      await page.evaluate(() => scrollTo(0, 0));
      await expect.poll(() => listMarkedVersions(page)).toEqual([first]);
      expect(await sumLayoutShifts(page)).toBeLessThan(CLS);
      stage.quiet();
    },
  );

  it('mark the one that was asked for, also where the page ends before it can come to the top', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const page = await enter('wide');
    const all = await listVersions(page);
    for (const version of [all.at(-1) ?? '', all.at(-2) ?? '', all[0] ?? '']) {
      await getRail(page).getByText(version, { exact: true }).click();
      await expect.poll(() => listMarkedVersions(page)).toEqual([version]);
    }
    stage.quiet();
  });

  it('are links and nothing more without scripts', async () => {
    const html = await (await fetch(`${stage.server.url}/yunbiao/updateLog`)).text();
    const rail = /<nav[^>]*aria-label="本页的版本".*?<\/nav>/s.exec(html)?.[0] ?? '';
    const anchors = [...rail.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
    expect(anchors.length).toBeGreaterThan(3);
    for (const id of anchors) expect(html).toContain(`id="${id}"`);
    expect(rail).not.toContain('aria-current');
  });
});

describe('beside an article', () => {
  const toHtml = async (path: string): Promise<string> =>
    (await fetch(`${stage.server.url}${path}`)).text();
  const findOtherArticles = (html: string): string =>
    /<nav[^>]*aria-labelledby="others".*?<\/nav>/s.exec(html)?.[0] ?? '';

  it('stand others of its kind, without itself, when it has no chapters of its own', async () => {
    const [path = ''] =
      /\/yunbiao\/article\/\d+\.html/.exec(await toHtml('/yunbiao/updateLog')) ?? [];
    const list = findOtherArticles(await toHtml(path));
    expect(list).toContain('其他版本');
    expect(list.match(/<a /g)?.length).toBeGreaterThan(3);
    expect(list).not.toContain(path);
  });

  it('stands its table of contents when it has chapters', async () => {
    const list = await toHtml('/yunbiao/article');
    const paths = new Set(
      [...list.matchAll(/\/yunbiao\/article\/\d+\.html/g)].map(([path]) => path),
    );
    const pages = await Promise.all([...paths].map(toHtml));
    const withChapters = pages.filter((html) => html.includes('aria-label="目录"'));
    expect(withChapters.length).toBeGreaterThan(0);
    for (const html of withChapters) expect(findOtherArticles(html)).toBe('');
  });
});
