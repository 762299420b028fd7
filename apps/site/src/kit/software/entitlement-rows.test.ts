import { calls } from '@yunbiao/contract';
import { expect, it } from 'vitest';
import { ENTITLEMENT_ROWS, describeEntitlements } from './entitlement-rows.ts';

const entitlements = {
  labelsPerMonth: 20_000,
  clients: 5,
  printers: 20,
  templates: 200,
  retentionDays: 365,
  apiCallsPerMinute: 120,
};

it('plans are compared by every entitlement that is sold', () => {
  const sold = Object.keys(calls.productList.output.element.shape.entitlements.shape);
  expect(ENTITLEMENT_ROWS).toHaveLength(sold.length);
  const shown = ENTITLEMENT_ROWS.map((row) => `${row.name} ${row.describePlan({ entitlements })}`);
  expect(shown.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    '每月标签 20,000 张',
    '打印客户端 5 台',
    '打印机配置 20 个',
    '自己的模板 200 个',
    '打印记录保留 365 天',
    '每分钟接口调用 120 次',
  ]);
  expect(describeEntitlements(entitlements).replaceAll('\u00a0', ' ')).toBe(
    '打印客户端 5 台，打印机配置 20 个，自己的模板 200 个，打印记录保留 365 天，每分钟接口调用 120 次',
  );
});
