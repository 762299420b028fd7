import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitUntilHydrated, noBrowser, takeShot } from './support/browser.ts';
import { useSharedStage } from './support/stage.ts';

const stage = useSharedStage();

const open = async (path: string, options: { dark?: boolean } = {}): Promise<Page> => {
  const visitor = await stage.enter({ ...options });
  await visitor.page.goto(path);
  await waitUntilHydrated(visitor.page);
  return visitor.page;
};

/** A computed style of the first matching element, or of a part of it. */
const style = (page: Page, selector: string, property: string, part?: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (element, [name, pseudo]) => getComputedStyle(element, pseudo).getPropertyValue(name),
      [property, part] as const,
    );

describe('forced colours', () => {
  const openForcedColors = async (path: string): Promise<Page> => {
    const page = await open(path);
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    return page;
  };

  it('leave a label black on white', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const page = await openForcedColors('/yunbiao');
    const label = 'main [role="img"]:has(> svg)';
    expect(await style(page, label, 'background-color')).toBe('rgb(255, 255, 255)');
    expect(await style(page, `${label} > svg`, 'fill')).toBe('rgb(0, 0, 0)');
    stage.quiet();
  });

  it('show the needle, the focus in a field and a ticked box', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const page = await openForcedColors('/yunbiao?login=1');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('用户名').focus();
    const paper = await style(page, 'html', 'background-color');
    expect(await style(page, '.nav [aria-current]', 'background-color', '::after')).not.toBe(paper);
    expect(await style(page, 'dialog .field-box:focus-within', 'box-shadow')).not.toBe('none');
    const box = 'dialog input[type="checkbox"]';
    await page.locator(box).first().setChecked(false);
    const unticked = await style(page, box, 'background-color');
    await page.locator(box).first().setChecked(true);
    expect(await style(page, box, 'background-color')).not.toBe(unticked);
    stage.quiet();
  });

  it('give the one action a line, and dim what is off', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const page = await openForcedColors('/yunbiao/vip');
    await page.evaluate(() => {
      const main = document.querySelector('main');
      for (const [id, kind] of Object.entries({
        on: 'primary',
        off: 'primary',
        text: 'destructive',
      }))
        main?.insertAdjacentHTML(
          'beforeend',
          `<button id="${id}" class="button ${kind}">确定</button>`,
        );
      main?.insertAdjacentHTML('beforeend', '<i id="gray" style="color: GrayText"></i>');
      document.getElementById('off')?.setAttribute('disabled', '');
    });
    const ink = await style(page, 'html', 'color');
    const gray = await style(page, '#gray', 'color');
    expect(await style(page, '#on', 'border-color')).toBe(ink);
    expect(await style(page, '#off', 'color')).toBe(gray);
    expect(await style(page, '#off', 'opacity')).toBe('1');
    await takeShot(page, 'conditions-forced-colours');
    stage.quiet();
  });
});

describe('more contrast', () => {
  it('gives captions the first voice', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const page = await open('/yunbiao');
    const plain = await style(page, 'figcaption', 'color');
    await page.emulateMedia({ contrast: 'more' });
    const ink = await style(page, 'html', 'color');
    expect(plain).not.toBe(ink);
    expect(await style(page, 'figcaption', 'color')).toBe(ink);
    stage.quiet();
  });
});

describe('paper', () => {
  it('is white and carries no buttons, in the dark theme, too', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const page = await open('/yunbiao/vip', { dark: true });
    const dark = await style(page, 'html', 'background-color');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await style(page, 'html', 'background-color')).toBe('rgb(255, 255, 255)');
    expect(await style(page, 'html', 'color')).not.toBe(dark);
    expect(await style(page, 'h1', 'color')).toBe(await style(page, 'html', 'color'));
    for (const name of ['banner', 'contentinfo'] as const)
      expect(await page.getByRole(name).isVisible()).toBe(false);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    stage.quiet();
  });

  it('has all its width for a page of a member', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context } = await stage.enter();
    await stage.signIn(context);
    await page.goto('/yunbiao/user/profile');
    await waitUntilHydrated(page);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation', { name: '用户中心' }).isVisible()).toBe(false);
    const widths = await page
      .locator('.wrap:has(> .user), .user-page')
      .evaluateAll((all) => all.map((item) => item.clientWidth));
    expect(new Set(widths).size).toBe(1);
    stage.quiet();
  });
});
