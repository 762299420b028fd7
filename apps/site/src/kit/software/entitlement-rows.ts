import type { CallOutput } from '@yunbiao/contract';
import { formatCount } from '@yunbiao/ui/format.ts';

type Entitlements = CallOutput<'productList'>[number]['entitlements'];

/** What a plan allows of one thing. */
export type EntitlementRow = { name: string; of: (plan: { entitlements: Entitlements }) => string };

const NBSP = '\u00A0';

/** Name and words of each entitlement, in the order plans are compared by: another one does not compile without its row. */
const WORDS: { [K in keyof Entitlements]: readonly [name: string, (value: string) => string] } = {
  labelsPerMonth: ['每月标签', (value) => `${value}${NBSP}张`],
  clients: ['打印客户端', (value) => `${value}${NBSP}台`],
  printers: ['打印机配置', (value) => `${value}${NBSP}个`],
  templates: ['自己的模板', (value) => `${value}${NBSP}个`],
  retentionDays: ['打印记录保留', (value) => `${value}${NBSP}天`],
  apiCallsPerMinute: ['每分钟接口调用', (value) => `${value}${NBSP}次`],
};

const keys = Object.keys(WORDS) as (keyof Entitlements)[];

/** What plans are compared by: all that is sold. */
export const ENTITLEMENT_ROWS: readonly EntitlementRow[] = keys.map((key) => {
  const [name, write] = WORDS[key];
  return { name, of: ({ entitlements }) => write(formatCount(entitlements[key])) };
});

/** What a plan allows beside the labels of the month, in one line. */
export const writeEntitlements = (entitlements: Entitlements): string =>
  ENTITLEMENT_ROWS.slice(1)
    .map(({ name, of }) => `${name} ${of({ entitlements })}`)
    .join('，');
