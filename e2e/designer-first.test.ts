import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { holdScripts, noBrowser, rested, type Visitor, visit } from './support/browser.ts';
import { startServer, type TestServer } from './support/server.ts';
import { openSharedBrowser } from './support/shared-browser.ts';

const IMAGE = { name: /^正在设计的/ };

describe('a label in the designer before the scripts are here', () => {
  let server: TestServer;
  let browser: Browser;
  let path: string;
  beforeAll(async () => {
    if (noBrowser) return;
    server = await startServer();
    browser = await openSharedBrowser();
    const library = await (await fetch(`${server.url}/yunbiao/tools/temp`)).text();
    path = /\/yunbiao\/tools\/design-\d+\.html/.exec(library)?.[0] ?? '';
  });
  afterAll(async () => {
    await server?.stop();
  });
  beforeEach((ctx) => ctx.skip(noBrowser !== null, noBrowser ?? ''));

  const opened = async (
    screen: 'wide' | 'phone',
  ): Promise<Visitor & { letIn: () => Promise<void> }> => {
    const visitor = await visit(browser, { baseURL: server.url, screen });
    const letIn = await holdScripts(visitor.page);
    await visitor.page.goto(path, { waitUntil: 'commit' });
    return { ...visitor, letIn };
  };

  it.each(['phone', 'wide'] as const)(
    'is seen where it stays, and what was tapped is chosen (%s)',
    async (screen) => {
      const visitor = await opened(screen);
      const { page, letIn } = visitor;
      const label = page.getByRole('img', IMAGE);
      const before = await label.boundingBox();
      const stage = page.getByRole('application');
      expect(await stage.getAttribute('aria-label')).toBe('画布，没有选中元素');
      const tapped = page.locator('[name="first-choice"]').last();
      await tapped.click({ force: true });
      expect(await tapped.isChecked()).toBe(true);
      const outline = tapped.locator('..');
      expect(await outline.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
      await letIn();
      await page.locator('[data-handle="se"]').waitFor();
      expect(await page.locator('[name="first-choice"]').count()).toBe(0);
      expect(await stage.getAttribute('aria-label')).toMatch(/^画布，选中/);
      expect(await stage.evaluate((one) => one === document.activeElement)).toBe(true);
      await rested(page);
      // The picture gives way to the engine's own bitmap in between.
      await expect.poll(() => label.boundingBox()).toEqual(before);
      visitor.quiet();
      await visitor.close();
    },
  );
});
