import { useZone } from '@yunbiao/ui/clock.ts';
import { exactTime } from '@yunbiao/ui/rel-time.ts';

/** `14:02:11.204` in the viewer's zone, the day on hover. */
export const Clock = ({ at }: { at: string }) => {
  const text = exactTime(at, useZone());
  const ms = String(Date.parse(at) % 1000).padStart(3, '0');
  return (
    <time dateTime={at} title={text}>
      {text.slice(-8)}.{ms}
    </time>
  );
};
