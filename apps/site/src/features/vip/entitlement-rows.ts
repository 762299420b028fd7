import { formatCount } from '@yunbiao/ui/format.ts';
import type { Plan } from './load.ts';

const NBSP = '\u00A0';

const days = (count: number): string =>
  count % 365 === 0 && count > 0 ? `${count / 365}${NBSP}年` : `${count}${NBSP}天`;

/** What a plan allows, a row each. */
export const ROWS: readonly { name: string; of: (plan: Plan) => string }[] = [
  { name: '每月标签', of: (p) => `${formatCount(p.entitlements.labelsPerMonth)}${NBSP}张` },
  { name: '授权客户端', of: (p) => `${formatCount(p.entitlements.clients)}${NBSP}台` },
  { name: '打印机配置', of: (p) => `${formatCount(p.entitlements.printers)}${NBSP}个` },
  { name: '模板', of: (p) => `${formatCount(p.entitlements.templates)}${NBSP}个` },
  { name: '打印记录保留', of: (p) => days(p.entitlements.retentionDays) },
  { name: '接口调用', of: (p) => `${formatCount(p.entitlements.apiCallsPerMinute)}${NBSP}次 / 分` },
];

/** Whether it is the free plan, which nobody buys. */
export const isFree = (plan: Plan): boolean => plan.isFree || plan.priceFen === 0;
