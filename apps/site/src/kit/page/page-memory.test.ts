import { describe, expect, it } from 'vitest';
import { createPageDataCache } from './page-memory.ts';

const match = (
  routeId: string,
  params: Record<string, string>,
  loaderData: unknown,
  deps = {},
) => ({
  routeId,
  params,
  loaderDeps: deps,
  loaderData,
});
const createPagePart = (routeId: string, params: Record<string, string>, deps = {}) => ({
  routeId,
  params,
  deps,
});

describe('held pages', () => {
  it('give back what the same address was loaded with, and nothing for another', () => {
    const pages = createPageDataCache();
    pages.keep([match('/$soft/qa/{$id}.html', { soft: 'a', id: '1' }, 'one')]);
    expect(pages.get(createPagePart('/$soft/qa/{$id}.html', { soft: 'a', id: '1' }))).toBe('one');
    expect(
      pages.get(createPagePart('/$soft/qa/{$id}.html', { soft: 'a', id: '2' })),
    ).toBeUndefined();
    expect(
      pages.get(createPagePart('/$soft/qa/{$id}.html', { soft: 'b', id: '1' })),
    ).toBeUndefined();
  });

  it('know a layout below which another page opens', () => {
    const pages = createPageDataCache();
    pages.keep([match('/$soft', { soft: 'a', id: '1' }, 'layout')]);
    expect(pages.get(createPagePart('/$soft', { soft: 'a' }))).toBe('layout');
  });

  it('tell searches apart', () => {
    const pages = createPageDataCache();
    pages.keep([match('/$soft/search', { soft: 'a' }, 'found', { q: 'x' })]);
    expect(pages.get(createPagePart('/$soft/search', { soft: 'a' }, { q: 'y' }))).toBeUndefined();
    expect(pages.get(createPagePart('/$soft/search', { soft: 'a' }, { q: 'x' }))).toBe('found');
  });

  it('keep the newest, and only the one in view once a member has left', () => {
    const pages = createPageDataCache(2);
    for (const soft of ['a', 'b', 'a', 'c']) pages.keep([match('/$soft', { soft }, soft)]);
    expect(['a', 'b', 'c'].map((soft) => pages.get(createPagePart('/$soft', { soft })))).toEqual([
      'a',
      undefined,
      'c',
    ]);
    pages.retainOnly([match('/$soft', { soft: 'c' }, 'c')]);
    expect(['a', 'c'].map((soft) => pages.get(createPagePart('/$soft', { soft })))).toEqual([
      undefined,
      'c',
    ]);
  });
});
