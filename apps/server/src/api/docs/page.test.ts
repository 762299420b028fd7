import { calls } from '@yunbiao/contract';
import { expect, it } from 'vitest';
import { docsPage } from './page.ts';

it('the API page says which calls need to be told the software, and how', async () => {
  const page = await docsPage().text();
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
