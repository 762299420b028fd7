import { expect, it } from 'vitest';
import { vipText } from './vip-text.ts';

const CHINA = 'Asia/Shanghai';

const span = (name: string, startsAt: string, endsAt: string) => ({
  name,
  level: 1,
  startsAt,
  endsAt,
});
const year = span('VIP 年付', '2026-11-20T16:00:00.000Z', '2027-11-19T16:00:00.000Z');
const plain = (text: string): string => text.replaceAll('\u00A0', ' ');

it('says on which day VIP ends, and when every plan of several does', () => {
  const only = { vipName: year.name, vipExpiresAt: year.endsAt, vipSpans: [year] };
  expect(plain(vipText(only, CHINA))).toBe('VIP 年付，2027 年 11 月 20 日到期');
  expect(plain(vipText(only, 'UTC'))).toBe('VIP 年付，2027 年 11 月 19 日到期');
  const month = span('VIP 月付', year.endsAt, '2027-12-19T16:00:00.000Z');
  expect(
    plain(vipText({ ...only, vipExpiresAt: month.endsAt, vipSpans: [year, month] }, CHINA)),
  ).toBe('VIP 年付到 2027 年 11 月 20 日，再用 VIP 月付到 2027 年 12 月 20 日');
  expect(vipText({ vipName: '免费版', vipExpiresAt: null, vipSpans: [] }, CHINA)).toBe('免费版');
});
