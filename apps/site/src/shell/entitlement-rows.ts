import type { CallOutput } from '@yunbiao/contract';
import { formatCount } from '@yunbiao/ui/format.ts';

type Entitlements = CallOutput<'productList'>[number]['entitlements'];

/** What a plan allows of one thing. */
export type EntitlementRow = { name: string; of: (plan: { entitlements: Entitlements }) => string };

const NBSP = '\u00A0';

const days = (count: number): string =>
  count % 365 === 0 && count > 0 ? `${count / 365}${NBSP}年` : `${count}${NBSP}天`;

const row = (name: string, of: (allowed: Entitlements) => string): EntitlementRow => ({
  name,
  of: (plan) => of(plan.entitlements),
});

export const LABELS = row('每月标签', (e) => `${formatCount(e.labelsPerMonth)}${NBSP}张`);
export const CLIENTS = row('授权客户端', (e) => `${formatCount(e.clients)}${NBSP}台`);
export const PRINTERS = row('打印机配置', (e) => `${formatCount(e.printers)}${NBSP}个`);
export const TEMPLATES = row('模板', (e) => `${formatCount(e.templates)}${NBSP}个`);
export const RETENTION = row('打印记录保留', (e) => days(e.retentionDays));
export const API_CALLS = row(
  '接口调用',
  (e) => `${formatCount(e.apiCallsPerMinute)}${NBSP}次 / 分`,
);
