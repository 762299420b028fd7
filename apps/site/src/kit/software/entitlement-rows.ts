import type { CallOutput } from '@yunbiao/contract';
import { formatCount } from '@yunbiao/ui/format.ts';

type Entitlements = CallOutput<'productList'>[number]['entitlements'];

/** What a plan allows of one thing. */
export type EntitlementRow = { name: string; of: (plan: { entitlements: Entitlements }) => string };

const NBSP = '\u00A0';

const row = (name: string, of: (allowed: Entitlements) => string): EntitlementRow => ({
  name,
  of: (plan) => of(plan.entitlements),
});

/**
 * What plans are compared by. Plans hold more (own templates, how long records stay, calls a minute); that is shown once
 * the site does it: nobody pays for what is not there.
 */
export const ENTITLEMENT_ROWS: readonly EntitlementRow[] = [
  row('每月标签', (e) => `${formatCount(e.labelsPerMonth)}${NBSP}张`),
  row('打印客户端', (e) => `${formatCount(e.clients)}${NBSP}台`),
  row('打印机配置', (e) => `${formatCount(e.printers)}${NBSP}个`),
];
