import type { CallOutput } from '@yunbiao/contract';
import { dayNumber, wholeDay } from '@yunbiao/ui/rel-time.ts';

/** The plan and the day it ends; of several plans each with its own: “VIP 年付，2027 年 11 月 20 日到期”. */
export const vipText = (
  {
    vipName,
    vipExpiresAt,
    vipSpans,
  }: Pick<CallOutput<'authStat'>, 'vipName' | 'vipExpiresAt' | 'vipSpans'>,
  zone: string | undefined,
): string => {
  if (vipExpiresAt === null) return vipName;
  if (vipSpans.length < 2) return `${vipName}，${wholeDay(vipExpiresAt, zone)}到期`;
  return vipSpans.map(({ name, endsAt }) => `${name}到 ${wholeDay(endsAt, zone)}`).join('，再用 ');
};

/** Days on the calendar from a moment (epoch ms) to the day something ends, as one counts them beside its date. */
export const daysUntil = (end: string, from: number, zone: string | undefined): number =>
  Math.max(0, dayNumber(Date.parse(end), zone) - dayNumber(from, zone));
