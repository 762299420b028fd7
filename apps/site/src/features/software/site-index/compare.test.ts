import { describe, expect, it } from 'vitest';
import { formatPlanPrices } from './compare.tsx';

const createPlan = (isFree: boolean, priceFen: number, days: number) => ({
  id: '1',
  name: '方案',
  level: 0,
  isFree,
  priceFen,
  listPriceFen: priceFen,
  days,
  softwareAlias: 'one',
  entitlements: {
    labelsPerMonth: 1_500,
    clients: 1,
    printers: 1,
    templates: 1,
    retentionDays: 1,
    apiCallsPerMinute: 1,
  },
});

describe('formatPlanPrices', () => {
  it('tells what is free, and the lowest price', () =>
    expect(
      formatPlanPrices([
        createPlan(true, 0, 0),
        createPlan(false, 28_800, 365),
        createPlan(false, 2_950, 30),
      ]),
    ).toBe('每月 1,500 张免费，¥29.50 / 30 天起'));
  it('tells only what there is', () => {
    expect(formatPlanPrices([createPlan(false, 2_900, 30)])).toBe('¥29 / 30 天起');
    expect(formatPlanPrices([])).toBe('');
  });
});
