import { expect, it } from 'vitest';
import { formatRetryTime } from './integration-messages.ts';

it('says when a message goes out again: always a time to come', () => {
  const now = Date.parse('2026-11-28T08:00:00.000Z');
  const said = [-60, 5, 40, 300, 3_540, 7_200, 43_200].map((seconds) =>
    formatRetryTime(new Date(now + seconds * 1000).toISOString(), now),
  );
  expect(said).toEqual([
    '立即重试',
    '立即重试',
    '1 分钟后重试',
    '5 分钟后重试',
    '59 分钟后重试',
    '2 小时后重试',
    '12 小时后重试',
  ]);
});
