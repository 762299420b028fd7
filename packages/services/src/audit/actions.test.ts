import { expect, it } from 'vitest';
import { getAuditWords } from './actions.ts';

it('says what was done in words, and an action it does not know as it is', () => {
  expect(['order.paid', 'order.lost', 'constructor'].map(getAuditWords)).toEqual([
    '付款',
    'order.lost',
    'constructor',
  ]);
});
