import { useNow } from './clock.ts';
import { dayText, exactTime, relativeTime } from './rel-time.ts';

/** What server and browser can agree on before the browser's own clock and zone are known. */
const FIRST_ZONE = 'Asia/Shanghai';

/** An instant as people say it, with the exact second on hover. */
export const Time = ({ at, className }: { at: string; className?: string }) => {
  const now = useNow();
  return (
    <time
      className={className}
      dateTime={at}
      title={exactTime(at, now === null ? FIRST_ZONE : undefined)}
    >
      {now === null ? dayText(at, Date.parse(at), FIRST_ZONE) : relativeTime(at, now)}
    </time>
  );
};
