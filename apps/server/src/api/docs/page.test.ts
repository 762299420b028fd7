import { calls } from '@yunbiao/contract';
import { ESCPOS_EFFECTS } from '@yunbiao/label/language/escpos-effects';
import { TSPL_EFFECTS } from '@yunbiao/label/language/tspl-effects';
import { ZPL_EFFECTS } from '@yunbiao/label/language/zpl-effects';
import { expect, it } from 'vitest';
import { escapeHtml } from './guide.ts';
import { createDocsPageReply } from './page.ts';

it('the API page says which calls need to be told the software, and how', async () => {
  const page = await createDocsPageReply().text();
  const entries = page.split('<div class="call" id="').slice(1);
  const told = entries
    .filter((entry) => entry.slice(0, entry.indexOf('</p>')).includes('X-Domain'))
    .map((entry) => entry.slice(0, entry.indexOf('"')));
  const needing = Object.entries(calls)
    .filter(([, call]) => 'isInSoftware' in call && call.isInSoftware)
    .map(([name]) => name);
  expect(needing.length).toBeGreaterThan(0);
  expect(told.toSorted()).toEqual(needing.toSorted());
  const intro = page.slice(0, page.indexOf('<nav'));
  for (const words of ['X-Domain', 'X-Token', '别名']) expect(intro).toContain(words);
});

it('the API page names every command that is left out of a label of another system', async () => {
  const page = await createDocsPageReply().text();
  for (const table of [ZPL_EFFECTS, TSPL_EFFECTS, ESCPOS_EFFECTS])
    for (const { commands, changes } of table.filter(({ duration }) => duration === 'printer'))
      expect(page).toContain(
        `${changes}（<code>${escapeHtml(commands.replaceAll('|', ' '))}</code>）`,
      );
});
