import type { Page } from 'playwright-core';

type Act = (page: Page) => Promise<unknown>;

const findButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).locator('visible=true').first();

const findLink = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('link', { name }).locator('visible=true').first();

const findField = (page: Page, name: string | RegExp) =>
  page.getByLabel(name).locator('visible=true').first();

/**
 * Types key by key, because every key is an interaction. Scrolls to the middle of the screen, as
 * above a phone's keyboard.
 */
const typeText = async (
  page: Page,
  into: ReturnType<typeof findField>,
  text: string,
): Promise<void> => {
  // At the screen edge the field's own paint may be invisible, and the measured response would be
  // the next visible change.
  await into.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await into.click();
  for (const key of text) {
    await page.keyboard.press(key);
    await page.waitForTimeout(60);
  }
};

const openTab =
  (group: string, at: number): Act =>
  (page) =>
    page
      .getByRole('main')
      .getByRole('navigation', { name: group })
      .getByRole('link')
      .nth(at)
      .click();

/** On every page with the site's header. */
export const EVERYWHERE: Record<string, Act> = {
  'appearance menu': (page) => findButton(page, '外观').click(),
  'login dialog': (page) =>
    page.getByRole('banner').getByRole('link', { name: '登录', exact: true }).click(),
};

/** Additional interactions per page, by route. */
export const ACTS: Record<string, Record<string, Act>> = {
  '/': { 'into a program': (page) => findLink(page, /进入云标标签/).click() },
  '/{soft}': {
    'switch of programs': (page) => findButton(page, /切换软件/).click(),
    'typing into the live label': (page) =>
      typeText(page, page.getByRole('main').locator('label input').first(), 'A-07-31'),
  },
  '/{soft}/denied': { 'tab key': (page) => page.keyboard.press('Tab') },
  '/{soft}/download': {
    'another system': openTab('系统', 1),
    'check a file': async (page) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        findButton(page, '选择文件').click(),
      ]);
      const buffer = Buffer.alloc(8_000_000, 7);
      await chooser.setFiles({ name: 'setup.zip', mimeType: 'application/zip', buffer });
      await page.waitForTimeout(500);
    },
  },
  '/{soft}/download/{id}.html': {
    'copy the checksum': (page) => findButton(page, /复制/).click(),
  },
  '/{soft}/qa': {
    'another order': openTab('排序', 1),
    'typing a search': (page) => typeText(page, findField(page, '搜索问题'), 'printer'),
  },
  '/{soft}/qa/{id}.html': { 'like, signed out': (page) => findButton(page, /^有同样问题/).click() },
  '/{soft}/qa/ask': {
    'typing a title': (page) => typeText(page, findField(page, '标题'), 'printer offline'),
    'typing the text': (page) =>
      typeText(page, page.getByRole('textbox').locator('visible=true').last(), '# a\n- **b**'),
    preview: async (page) => {
      await page.getByRole('textbox').locator('visible=true').last().fill('**x**\n\n'.repeat(50));
      await page
        .getByRole('main')
        .getByText('预览', { exact: true })
        .locator('visible=true')
        .first()
        .click();
    },
  },
  '/{soft}/updateLog': { 'a kind of change': openTab('改动的种类', 1) },
  '/{soft}/vip': {
    'typing a discount code': (page) => typeText(page, findField(page, /折扣码/), 'SAVE20'),
  },
  '/{soft}/article': { 'another list': openTab('文章分类', 1) },
  '/{soft}/article/{id}.html': {
    'the next one': (page) =>
      page.getByRole('main').getByRole('link').locator('visible=true').last().click(),
  },
  '/{soft}/search?q': {
    'typing a search': (page) =>
      typeText(page, page.getByRole('main').getByRole('searchbox').first(), ' zpl'),
    'another kind': (page) =>
      page.getByRole('main').getByRole('navigation').first().getByRole('link').nth(1).click(),
  },
};
