import type { CallOutput } from '@yunbiao/contract';

export type Allowance = Pick<CallOutput<'authStat'>, 'printersUsed' | 'entitlements' | 'vipName'>;

/** Formats used and allowed configurations: `免费版 1 / 2`. */
export const describeConfigAllowance = ({
  printersUsed,
  entitlements,
  vipName,
}: Allowance): string => `${vipName} ${printersUsed} / ${entitlements.printers}`;

/** Explains why no further configuration can be created; blank while one can. */
export const explainConfigLimit = ({ printersUsed, entitlements, vipName }: Allowance): string =>
  printersUsed < entitlements.printers
    ? ''
    : `“${vipName}”最多 ${entitlements.printers} 个打印机配置，已经有 ${printersUsed} 个，不能再新建`;
