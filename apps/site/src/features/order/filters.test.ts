import { ORDER_STATES, PAY_TYPES } from '@yunbiao/contract/calls/commerce/order-shapes';
import { describeOrderState } from '@yunbiao/contract/api/order-labels';
import { expect, it } from 'vitest';
import { hasOrderFilter, parseOrderFilters, STATES, buildOrderListInput } from './filters.ts';

it('the filters of orders are read from the address, and malformed ones are left out', () => {
  expect(
    parseOrderFilters({ state: 'paid', from: '2026-11-02', to: '2026-11-01', q: 20261121 }),
  ).toEqual({
    state: 'paid',
    from: '2026-11-01',
    to: '2026-11-02',
    q: '20261121',
  });
  expect(parseOrderFilters({ state: 'gone', from: '31 November', q: '', id: '7' })).toEqual({});
});

it('they are what is asked of the server, in the viewer’s zone', () => {
  expect(buildOrderListInput({ state: 'closed', q: undefined }, 'Asia/Tokyo')).toEqual({
    state: 'closed',
    tz: 'Asia/Tokyo',
  });
  expect([
    hasOrderFilter({}),
    hasOrderFilter({ q: undefined }),
    hasOrderFilter({ q: '月付' }),
  ]).toEqual([false, false, true]);
});

it('a state is chosen by every word the list has for it', () => {
  const labels = new Map(STATES.map(({ value, label }) => [value, label.split('、')]));
  const expiresAt = '2026-11-02T00:00:00.000Z';
  for (const state of ORDER_STATES)
    for (const payType of PAY_TYPES)
      for (const closedAt of [null, '2026-11-01T00:00:00.000Z', '2026-11-03T00:00:00.000Z'])
        expect(labels.get(state)).toContain(
          describeOrderState({ state, payType, closedAt, expiresAt }),
        );
});
