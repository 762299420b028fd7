import type { CallOutput } from '@yunbiao/contract';

export type OwnVip = CallOutput<'getVip'>;

const DAY_MS = 86_400_000;

const daysTo = (end: string, from: number): number =>
  Math.max(0, Math.ceil((Date.parse(end) - from) / DAY_MS));

/** What a member has of a plan: “当前方案，还剩 30 天”, “接着用，有 30 天”; '' when nothing. */
export const ownText = (vip: OwnVip, name: string, now: number): string => {
  const span = vip.spans.find((one) => one.name === name);
  if (!span) return vip.name === name ? '当前方案' : '';
  const isRunning = span === vip.spans[0];
  if (isRunning) return `当前方案，还剩 ${daysTo(span.endsAt, now)} 天`;
  return `接着用，有 ${daysTo(span.endsAt, Date.parse(span.startsAt))} 天`;
};

/** What becomes of the days a member has when a plan is bought. */
export const meetText = (
  vip: OwnVip | null,
  plan: { name: string; level: number },
  now: number,
): string => {
  const runs = vip?.spans[0];
  if (!runs)
    return '已经是 VIP 的，天数接在后面；换成更高的方案马上生效，原来剩下的天数留到它后面用。';
  if (plan.level <= runs.level)
    return plan.level < runs.level
      ? `先用完“${runs.name}”，再用“${plan.name}”。`
      : `新的天数接在“${runs.name}”后面。`;
  const days = daysTo(runs.endsAt, now);
  return `付款后马上换成“${plan.name}”；“${runs.name}”剩下的 ${days} 天留到它后面用。`;
};
