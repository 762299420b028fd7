import { useNow } from '@yunbiao/ui/clock.ts';
import { dayText } from '@yunbiao/ui/rel-time.ts';
import type { Price } from './load.ts';

/** What server and browser agree on before the browser's own clock and zone are known. */
const FIRST_ZONE = 'Asia/Shanghai';

/** How VIP would run were the order paid now, plan by plan. */
export const Runs = ({ vip }: { vip: NonNullable<Price['vip']> }) => {
  const now = useNow();
  const [first] = vip;
  if (!first) return null;
  const day = (at: string): string =>
    now === null ? dayText(at, Date.parse(first.startsAt), FIRST_ZONE) : dayText(at, now);
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
