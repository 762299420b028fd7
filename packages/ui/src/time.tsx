import { useNow, useTimeZone } from './clock.ts';
import { formatCalendarDay, formatExactTime, formatRelativeTime } from './rel-time.ts';

/** A relative time with the exact second on hover. */
export const Time = ({ at, className }: { at: string; className?: string }) => {
  const now = useNow();
  const zone = useTimeZone();
  return (
    <time className={className} dateTime={at} title={formatExactTime(at, zone)}>
      {now === null
        ? formatCalendarDay(at, Date.parse(at), zone)
        : formatRelativeTime(at, now, zone)}
    </time>
  );
};
