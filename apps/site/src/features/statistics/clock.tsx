import { useTimeZone } from '@yunbiao/ui/clock.ts';
import { formatExactTime } from '@yunbiao/ui/rel-time.ts';

/** `14:02:11.204` in the viewer's time zone, with the date as tooltip. */
export const Clock = ({ at }: { at: string }) => {
  const text = formatExactTime(at, useTimeZone());
  const ms = String(Date.parse(at) % 1000).padStart(3, '0');
  return (
    <time dateTime={at} title={text}>
      {text.slice(-8)}.{ms}
    </time>
  );
};
