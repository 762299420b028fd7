import type { CallOutput } from '@yunbiao/contract';

export type Allowance = Pick<CallOutput<'authStat'>, 'printersUsed' | 'entitlements' | 'vipName'>;

/** `免费版 1 / 2`: configurations there are, of those the plan allows. */
export const countAllowance = ({ printersUsed, entitlements, vipName }: Allowance): string =>
  `${vipName} ${printersUsed} / ${entitlements.printers}`;

/** Why no other configuration can be made; blank while one can. */
export const fullWords = ({ printersUsed, entitlements, vipName }: Allowance): string =>
  printersUsed < entitlements.printers
    ? ''
    : `“${vipName}”最多 ${entitlements.printers} 个打印机配置，已经有 ${printersUsed} 个，不能再新建`;
