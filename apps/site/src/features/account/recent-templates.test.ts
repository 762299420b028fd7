import { expect, it } from 'vitest';
import { selectRecentTemplates, type Template } from './recent-templates.tsx';

const createTemplate = (id: string, part: Partial<Template>): Template => ({
  id,
  name: id,
  category: '',
  widthMm: 40,
  heightMm: 30,
  picture: null,
  own: false,
  version: 1,
  isShared: false,
  printedAt: null,
  updatedAt: '2026-11-24T00:00:00Z',
  ...part,
});

it('goes on with what was printed or made, in the order of the list, four at most', () => {
  const printed = { printedAt: '2026-11-23T00:00:00Z' };
  const list = [
    createTemplate('printed', printed),
    createTemplate('own', { own: true }),
    createTemplate('public', {}),
    createTemplate('second', printed),
    createTemplate('third', printed),
    createTemplate('fourth', printed),
  ];
  expect(selectRecentTemplates(list).map(({ id }) => id)).toEqual([
    'printed',
    'own',
    'second',
    'third',
  ]);
  expect(selectRecentTemplates([createTemplate('public', {})])).toEqual([]);
});
