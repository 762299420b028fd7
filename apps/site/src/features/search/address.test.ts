import { describe, expect, it } from 'vitest';
import {
  buildSearchAddress,
  parseSearchAddress,
  buildSearchInput,
  listPagesAround,
} from './address.ts';

describe('the address of a search', () => {
  it('says what is asked for, and nothing it may not say', () => {
    expect(parseSearchAddress({ q: ' 双列 ', kind: 'post', solved: '1', page: '3' })).toEqual({
      q: '双列',
      kind: 'post',
      solved: true,
      official: false,
      recent: false,
      page: 3,
    });
    expect(parseSearchAddress({ kind: 'member', solved: 'yes', page: '-1' })).toEqual({
      q: '',
      kind: null,
      solved: false,
      official: false,
      recent: false,
      page: 1,
    });
    expect(parseSearchAddress({ q: 'x'.repeat(200), page: '1e9' })).toMatchObject({
      q: 'x'.repeat(100),
      page: 1,
    });
  });

  it('starts from the first page when anything but the page changes', () => {
    const asked = parseSearchAddress({ q: '双列', page: '3', recent: '1' });
    expect(buildSearchAddress(asked, { kind: 'article' })).toEqual({
      q: '双列',
      kind: 'article',
      recent: '1',
    });
    expect(buildSearchAddress(asked, { recent: false })).toEqual({ q: '双列' });
    expect(buildSearchAddress(asked, { page: 4 })).toEqual({ q: '双列', recent: '1', page: '4' });
  });

  it('becomes the call', () => {
    expect(buildSearchInput('label', parseSearchAddress({ q: 'a', official: '1' }))).toEqual({
      alias: 'label',
      q: 'a',
      page: 1,
      official: true,
    });
  });
});

describe('page numbers', () => {
  it('name the first, the last and those around', () => {
    expect(listPagesAround(1, 1)).toEqual([1]);
    expect(listPagesAround(1, 50)).toEqual([1, 2, 0, 50]);
    expect(listPagesAround(25, 50)).toEqual([1, 0, 24, 25, 26, 0, 50]);
    expect(listPagesAround(50, 50)).toEqual([1, 0, 49, 50]);
  });
});
