import { useNow, useZone } from '@yunbiao/ui/clock.ts';
import { dayText } from '@yunbiao/ui/rel-time.ts';
import type { Price } from './load.ts';

/** How VIP would run were the order paid now, plan by plan. */
export const Runs = ({ vip }: { vip: NonNullable<Price['vip']> }) => {
  const now = useNow();
  const zone = useZone();
  const [first] = vip;
  if (!first) return null;
  const day = (at: string): string => dayText(at, now ?? Date.parse(first.startsAt), zone);
  return (
    <p className="eyebrow">
      现在付款的话，
      {vip
        .map(({ name, endsAt }, i) =>
          i === 0 ? `“${name}”用到 ${day(endsAt)}` : `再用“${name}”到 ${day(endsAt)}`,
        )
        .join('，')}
      。
    </p>
  );
};
