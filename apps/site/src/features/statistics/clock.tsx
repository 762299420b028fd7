import { useNow } from '@yunbiao/ui/clock.ts';
import { exactTime } from '@yunbiao/ui/rel-time.ts';

/** Shown until the browser's own zone is known; see Time. */
const FIRST_ZONE = 'Asia/Shanghai';

/** `14:02:11.204` in the viewer's zone, the day on hover. */
export const Clock = ({ at }: { at: string }) => {
  const zone = useNow() === null ? FIRST_ZONE : undefined;
  const text = exactTime(at, zone);
  const ms = String(Date.parse(at) % 1000).padStart(3, '0');
  return (
    <time dateTime={at} title={text}>
      {text.slice(-8)}.{ms}
    </time>
  );
};
