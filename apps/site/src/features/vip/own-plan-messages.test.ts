import { describe, expect, it } from 'vitest';
import { describePurchaseEffect, type OwnVip, describeOwnPlan } from './own-plan-messages.ts';

const NOW = Date.UTC(2026, 10, 21, 2);
const HERE = { now: NOW, zone: 'Asia/Shanghai' };
const toIsoDay = (days: number): string => new Date(NOW + days * 86_400_000).toISOString();

const createVip = (
  ...spans: [name: string, level: number, from: number, to: number][]
): OwnVip => ({
  level: spans[0]?.[1] ?? 0,
  name: spans[0]?.[0] ?? '免费',
  expiresAt: spans.length > 0 ? toIsoDay(spans.at(-1)?.[3] ?? 0) : null,
  spans: spans.map(([name, level, from, to]) => ({
    name,
    level,
    startsAt: toIsoDay(from),
    endsAt: toIsoDay(to),
  })),
  entitlements: {
    labelsPerMonth: 1,
    clients: 1,
    printers: 1,
    templates: 1,
    retentionDays: 1,
    apiCallsPerMinute: 1,
  },
  usage: { labels: 0, clients: 0, printers: 0 },
});

describe('a member’s plans', () => {
  it('say how long each of them lasts', () => {
    const two = createVip(['年付', 2, -1, 364], ['月付', 1, 364, 384]);
    expect(describeOwnPlan(two, '年付', HERE)).toBe('当前方案，还剩 364 天');
    expect(describeOwnPlan(two, '月付', HERE)).toBe('继续使用，有 20 天');
    expect(describeOwnPlan(two, '免费', HERE)).toBe('');
    expect(describeOwnPlan(createVip(), '免费', HERE)).toBe('当前方案');
  });

  it('say before another is bought what becomes of their days', () => {
    const monthly = createVip(['月付', 1, -10, 19.5]);
    expect(describePurchaseEffect(monthly, { name: '年付', level: 2 }, HERE)).toBe(
      '付款后马上换成“年付”；“月付”剩下的 19 天留到它后面用。',
    );
    expect(describePurchaseEffect(monthly, { name: '月付', level: 1 }, HERE)).toBe(
      '新的天数接在“月付”后面。',
    );
    const yearly = createVip(['年付', 2, 0, 365]);
    expect(describePurchaseEffect(yearly, { name: '月付', level: 1 }, HERE)).toBe(
      '先用完“年付”，再用“月付”。',
    );
    for (const nobody of [null, createVip()])
      expect(describePurchaseEffect(nobody, { name: '月付', level: 1 }, HERE)).toContain(
        '天数接在后面',
      );
  });
});
