import { expect, it } from 'vitest';
import { describeConfigAllowance, explainConfigLimit } from './allowance-messages.ts';

const createAllowance = (printersUsed: number, printers: number) => ({
  printersUsed,
  vipName: '免费版',
  entitlements: {
    labelsPerMonth: 1000,
    clients: 1,
    printers,
    templates: 10,
    retentionDays: 30,
    apiCallsPerMinute: 10,
  },
});

it('says before the form is filled that the plan allows no other configuration', () => {
  expect(describeConfigAllowance(createAllowance(1, 2))).toBe('免费版 1 / 2');
  expect(explainConfigLimit(createAllowance(1, 2))).toBe('');
  const words = '“免费版”最多 2 个打印机配置，已经有 2 个，不能再新建';
  expect(explainConfigLimit(createAllowance(2, 2))).toBe(words);
  // More than allowed, after a plan expired.
  expect(explainConfigLimit(createAllowance(5, 2))).toBe(words.replace('已经有 2', '已经有 5'));
});
