import type { CallOutput } from '@yunbiao/contract';
import { formatDay } from '@yunbiao/ui/format.ts';

/** The plan and the day it ends; of several plans each with its own: “VIP 年付，2027 年 11 月 20 日到期”. */
export const vipText = ({
  vipName,
  vipExpiresAt,
  vipSpans,
}: Pick<CallOutput<'authStat'>, 'vipName' | 'vipExpiresAt' | 'vipSpans'>): string => {
  if (vipExpiresAt === null) return vipName;
  if (vipSpans.length < 2) return `${vipName}，${formatDay(vipExpiresAt)}到期`;
  return vipSpans.map(({ name, endsAt }) => `${name}到 ${formatDay(endsAt)}`).join('，再用 ');
};
