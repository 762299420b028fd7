import { useNow, useZone } from './clock.ts';
import { dayText, exactTime, relativeTime } from './rel-time.ts';

/** An instant as people say it, with the exact second on hover. */
export const Time = ({ at, className }: { at: string; className?: string }) => {
  const now = useNow();
  const zone = useZone();
  return (
    <time className={className} dateTime={at} title={exactTime(at, zone)}>
      {now === null ? dayText(at, Date.parse(at), zone) : relativeTime(at, now, zone)}
    </time>
  );
};
