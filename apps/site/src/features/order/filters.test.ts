import { expect, it } from 'vitest';
import { toInput, isFiltered, readFilters } from './filters.ts';

it('the filters of orders are read from the address, and malformed ones are left out', () => {
  expect(readFilters({ state: 'paid', from: '2026-11-02', to: '2026-11-01', q: 20261121 })).toEqual(
    {
      state: 'paid',
      from: '2026-11-01',
      to: '2026-11-02',
      q: '20261121',
    },
  );
  expect(readFilters({ state: 'gone', from: '31 November', q: '', id: '7' })).toEqual({});
});

it('they are what is asked of the server, in the viewer’s zone', () => {
  expect(toInput({ state: 'closed', q: undefined }, 'Asia/Tokyo')).toEqual({
    state: 'closed',
    tz: 'Asia/Tokyo',
  });
  expect([isFiltered({}), isFiltered({ q: undefined }), isFiltered({ q: '月付' })]).toEqual([
    false,
    false,
    true,
  ]);
});
