import { expect, it } from 'vitest';
import { againText } from './words.ts';

it('says when a message goes out again: always a time to come', () => {
  const now = Date.parse('2026-11-28T08:00:00.000Z');
  const said = [-60, 5, 40, 300, 3_540, 7_200, 43_200].map((seconds) =>
    againText(new Date(now + seconds * 1000).toISOString(), now),
  );
  expect(said).toEqual([
    '马上再试',
    '马上再试',
    '1 分钟后再试',
    '5 分钟后再试',
    '59 分钟后再试',
    '2 小时后再试',
    '12 小时后再试',
  ]);
});
