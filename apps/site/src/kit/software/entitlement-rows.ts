import type { CallOutput } from '@yunbiao/contract';
import { formatCount } from '@yunbiao/ui/format.ts';

type Entitlements = CallOutput<'productList'>[number]['entitlements'];

/** One row of the plan comparison. */
export type EntitlementRow = {
  name: string;
  describePlan: (plan: { entitlements: Entitlements }) => string;
};

const NBSP = '\u00A0';

/**
 * Name and formatter of each entitlement, in display order. A new entitlement is a compile error
 * until its row exists.
 */
const WORDS: { [K in keyof Entitlements]: readonly [name: string, (value: string) => string] } = {
  labelsPerMonth: ['每月标签', (value) => `${value}${NBSP}张`],
  clients: ['打印客户端', (value) => `${value}${NBSP}台`],
  printers: ['打印机配置', (value) => `${value}${NBSP}个`],
  templates: ['自己的模板', (value) => `${value}${NBSP}个`],
  retentionDays: ['打印记录保留', (value) => `${value}${NBSP}天`],
  apiCallsPerMinute: ['每分钟接口调用', (value) => `${value}${NBSP}次`],
};

const keys = Object.keys(WORDS) as (keyof Entitlements)[];

/** Rows of the plan comparison: all entitlements. */
export const ENTITLEMENT_ROWS: readonly EntitlementRow[] = keys.map((key) => {
  const [name, write] = WORDS[key];
  return { name, describePlan: ({ entitlements }) => write(formatCount(entitlements[key])) };
});

/** Describes the entitlements of a plan except labels per month, in one line. */
export const describeEntitlements = (entitlements: Entitlements): string =>
  ENTITLEMENT_ROWS.slice(1)
    .map(({ name, describePlan }) => `${name} ${describePlan({ entitlements })}`)
    .join('，');
