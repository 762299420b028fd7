import type { CallOutput } from '@yunbiao/contract';
import { daysUntil } from '../../kit/software/vip-text.ts';

export type OwnVip = CallOutput<'getVip'>;

/** When and where it is read: epoch ms, and a zone; undefined: the viewer's own. */
type Here = { now: number; zone: string | undefined };

/** What a member has of a plan: “当前方案，还剩 30 天”, “接着用，有 30 天”; '' when nothing. */
export const ownText = (vip: OwnVip, name: string, { now, zone }: Here): string => {
  const span = vip.spans.find((one) => one.name === name);
  if (!span) return vip.name === name ? '当前方案' : '';
  const isRunning = span === vip.spans[0];
  if (isRunning) return `当前方案，还剩 ${daysUntil(span.endsAt, now, zone)} 天`;
  return `接着用，有 ${daysUntil(span.endsAt, Date.parse(span.startsAt), zone)} 天`;
};

/** What becomes of the days a member has when a plan is bought. */
export const meetText = (
  vip: OwnVip | null,
  plan: { name: string; level: number },
  { now, zone }: Here,
): string => {
  const runs = vip?.spans[0];
  if (!runs)
    return '已经是 VIP 的，天数接在后面；换成更高的方案马上生效，原来剩下的天数留到它后面用。';
  if (plan.level <= runs.level)
    return plan.level < runs.level
      ? `先用完“${runs.name}”，再用“${plan.name}”。`
      : `新的天数接在“${runs.name}”后面。`;
  const days = daysUntil(runs.endsAt, now, zone);
  return `付款后马上换成“${plan.name}”；“${runs.name}”剩下的 ${days} 天留到它后面用。`;
};
