import { describe, expect, it } from 'vitest';
import { accessibility, hydrated, noBrowser, overflow, shot } from './support/browser.ts';
import { setStage } from './support/stage.ts';

/** Where the panels lie below the canvas and there is still room beside them. */
const TABLET = { width: 768, height: 1024 };
const PANELS = ['添加', '图层', '属性', '数据'] as const;
/** As long as a name may be, and a word that breaks nowhere. */
const LONG = `${'名字特别长的一个元素'.repeat(3)}Incomprehensi`;

describe('the designer on a tablet', () => {
  const stage = setStage();

  it.for(['light', 'dark'] as const)(
    'holds a full label with long names, each panel open, %s',
    async (scheme, ctx) => {
      if (noBrowser) ctx.skip(noBrowser);
      const { page, quiet } = await stage.enter();
      await page.setViewportSize(TABLET);
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto('/yunbiao/tools/design-1.html');
      await hydrated(page);
      const dock = page.getByRole('navigation', { name: '面板' });
      await page.getByRole('application').focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+d');
      await page.evaluate((text) => {
        const data = new DataTransfer();
        data.setData('text/plain', text);
        const event = new ClipboardEvent('paste', { clipboardData: data, cancelable: true });
        document.dispatchEvent(event);
      }, LONG);
      for (const panel of PANELS) {
        await dock.getByRole('button', { name: panel }).click();
        await shot(page, `designer-768-${scheme}-${panel}`);
        expect(await overflow(page), panel).toBe(0);
        expect(await accessibility(page), panel).toEqual([]);
      }
      quiet();
    },
  );
});
