import type { CallOutput } from '@yunbiao/contract';
import { countLocalDaysSinceEpoch, formatFullDay } from '@yunbiao/ui/rel-time.ts';

/**  Plan and end date; several plans each have their own date: “VIP 年付，2027 年 11 月 20 日到期”. */
export const describeVip = (
  {
    vipName,
    vipExpiresAt,
    vipSpans,
  }: Pick<CallOutput<'authStat'>, 'vipName' | 'vipExpiresAt' | 'vipSpans'>,
  zone: string | undefined,
): string => {
  if (vipExpiresAt === null) return vipName;
  if (vipSpans.length < 2) return `${vipName}，${formatFullDay(vipExpiresAt, zone)}到期`;
  return vipSpans
    .map(({ name, endsAt }) => `${name}到 ${formatFullDay(endsAt, zone)}`)
    .join('，再用 ');
};

/** Calendar days from a time (epoch ms) to the end date, in the viewer's time zone. */
export const countDaysUntil = (end: string, from: number, zone: string | undefined): number =>
  Math.max(
    0,
    countLocalDaysSinceEpoch(Date.parse(end), zone) - countLocalDaysSinceEpoch(from, zone),
  );
