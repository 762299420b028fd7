import type { CallOutput } from '@yunbiao/contract';
import { countDaysUntil } from '../../kit/software/vip-text.ts';

export type OwnVip = CallOutput<'getVip'>;

/** Current time, epoch ms, and time zone; undefined for the zone of the viewer. */
type TimeContext = { now: number; zone: string | undefined };

/**  Describes the remaining time of a plan: “当前方案，还剩 30 天”, “继续使用，有 30 天”; '' when there is none. */
export const describeOwnPlan = (vip: OwnVip, name: string, { now, zone }: TimeContext): string => {
  const span = vip.spans.find((span) => span.name === name);
  if (!span) return vip.name === name ? '当前方案' : '';
  const isRunning = span === vip.spans[0];
  if (isRunning) return `当前方案，还剩 ${countDaysUntil(span.endsAt, now, zone)} 天`;
  return `继续使用，有 ${countDaysUntil(span.endsAt, Date.parse(span.startsAt), zone)} 天`;
};

/** Describes the effect of a purchase on the remaining days. */
export const describePurchaseEffect = (
  vip: OwnVip | null,
  plan: { name: string; level: number },
  { now, zone }: TimeContext,
): string => {
  const runs = vip?.spans[0];
  if (!runs)
    return '已经是 VIP 的，天数接在后面；换成更高的方案马上生效，原来剩下的天数留到它后面用。';
  if (plan.level <= runs.level)
    return plan.level < runs.level
      ? `先用完“${runs.name}”，再用“${plan.name}”。`
      : `新的天数接在“${runs.name}”后面。`;
  const days = countDaysUntil(runs.endsAt, now, zone);
  return `付款后马上换成“${plan.name}”；“${runs.name}”剩下的 ${days} 天留到它后面用。`;
};
