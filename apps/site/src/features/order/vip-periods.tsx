import { useNow, useTimeZone } from '@yunbiao/ui/clock.ts';
import { formatCalendarDay } from '@yunbiao/ui/rel-time.ts';
import type { Price } from './load.ts';

/** VIP periods by plan if the order is paid now. */
export const VipPeriods = ({ vip }: { vip: NonNullable<Price['vip']> }) => {
  const now = useNow();
  const zone = useTimeZone();
  const [first] = vip;
  if (!first) return null;
  const formatDay = (at: string): string =>
    formatCalendarDay(at, now ?? Date.parse(first.startsAt), zone);
  return (
    <p className="eyebrow">
      现在付款的话，
      {vip
        .map(({ name, endsAt }, i) =>
          i === 0 ? `“${name}”用到 ${formatDay(endsAt)}` : `再用“${name}”到 ${formatDay(endsAt)}`,
        )
        .join('，')}
      。
    </p>
  );
};
