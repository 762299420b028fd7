import { expect, it } from 'vitest';
import { countDaysUntil, describeVip } from './vip-text.ts';

const CHINA = 'Asia/Shanghai';

const createSpan = (name: string, startsAt: string, endsAt: string) => ({
  name,
  level: 1,
  startsAt,
  endsAt,
});
const year = createSpan('VIP 年付', '2026-11-20T16:00:00.000Z', '2027-11-19T16:00:00.000Z');
const replaceNoBreakSpaces = (text: string): string => text.replaceAll('\u00A0', ' ');

it('says on which day VIP ends, and when every plan of several does', () => {
  const only = { vipName: year.name, vipExpiresAt: year.endsAt, vipSpans: [year] };
  expect(replaceNoBreakSpaces(describeVip(only, CHINA))).toBe('VIP 年付，2027 年 11 月 20 日到期');
  expect(replaceNoBreakSpaces(describeVip(only, 'UTC'))).toBe('VIP 年付，2027 年 11 月 19 日到期');
  const month = createSpan('VIP 月付', year.endsAt, '2027-12-19T16:00:00.000Z');
  expect(
    replaceNoBreakSpaces(
      describeVip({ ...only, vipExpiresAt: month.endsAt, vipSpans: [year, month] }, CHINA),
    ),
  ).toBe('VIP 年付到 2027 年 11 月 20 日，再用 VIP 月付到 2027 年 12 月 20 日');
  expect(describeVip({ vipName: '免费版', vipExpiresAt: null, vipSpans: [] }, CHINA)).toBe(
    '免费版',
  );
});

it('counts days as beside a date, whatever the hours', () => {
  // 01:43 on 25 November in China; the plan ends in the evening of 25 November a year later: 365
  // days and some hours.
  const now = Date.parse('2026-11-24T17:43:00.000Z');
  expect(countDaysUntil('2027-11-25T12:00:00.000Z', now, CHINA)).toBe(365);
  expect(countDaysUntil('2027-11-25T12:00:00.000Z', now, 'UTC')).toBe(366);
  expect(countDaysUntil('2026-11-25T12:00:00.000Z', now, CHINA)).toBe(0);
  expect(countDaysUntil('2026-11-01T12:00:00.000Z', now, CHINA)).toBe(0);
});
