import type { Template } from '@yunbiao/label';
import { useEffect, useMemo, useState } from 'react';

const MINUTE_MS = 60_000;

const two = (value: number): string => String(value).padStart(2, '0');

/** What the clock on this machine shows, to the minute, as the label engine takes it. */
export const getClock = (now: Date): string =>
  `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}T${two(now.getHours())}:${two(now.getMinutes())}:00`;

/** Whether any formula may ask for the time; a text that only says so is drawn again for nothing. */
const asksForTime = (template: Template): boolean =>
  /今天|现在|today|now/i.test(JSON.stringify(template));

/**
 * Now, by the minute, where a template asks for it; else it stays as it was, so that nothing is drawn or checked
 * again for it.
 */
export const useClock = (template: Template): string => {
  const [at, setAt] = useState(() => getClock(new Date()));
  const goes = useMemo(() => asksForTime(template), [template]);
  useEffect(() => {
    if (!goes) return;
    const tick = (): void => setAt(getClock(new Date()));
    tick();
    const timer = setInterval(tick, MINUTE_MS);
    return () => clearInterval(timer);
  }, [goes]);
  return at;
};
