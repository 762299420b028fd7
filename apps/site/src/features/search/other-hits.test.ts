import { expect, it } from 'vitest';
import { countPageHits, listOtherHandbookHits } from './other-hits.ts';

const page = (href: string) => ({ href, title: '', excerpt: '', kind: 'handbook' }) as const;
const entry = (name: string) => ({ name, title: '', use: '' });

it('counts an entry of the handbook that is among the pages once', () => {
  const found = {
    pages: [page('/label/tools/codes/qr.html'), page('/label/tools/temp')],
    handbook: [entry('qr'), entry('aztec')],
  };
  expect(listOtherHandbookHits(found)).toEqual([entry('aztec')]);
  expect(countPageHits(found)).toBe(3);
  expect(countPageHits({ pages: [], handbook: [entry('qr')] })).toBe(1);
});
