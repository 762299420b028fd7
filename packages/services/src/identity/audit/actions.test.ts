import { expect, it } from 'vitest';
import { describeAuditAction } from './actions.ts';

it('says what was done in words, and an action it does not know as it is', () => {
  expect(['order.paid', 'order.lost', 'constructor'].map(describeAuditAction)).toEqual([
    '付款',
    'order.lost',
    'constructor',
  ]);
});
