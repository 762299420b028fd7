import type { Template } from '@yunbiao/label';
import { useEffect, useMemo, useState } from 'react';

const MINUTE_MS = 60_000;

const padTwoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats local time for the label engine, to the minute. */
export const formatLocalMinute = (now: Date): string =>
  `${String(now.getFullYear()).padStart(4, '0')}-${padTwoDigits(now.getMonth() + 1)}-${padTwoDigits(now.getDate())}T${padTwoDigits(now.getHours())}:${padTwoDigits(now.getMinutes())}:00`;

/**
 * Checks whether a formula can use the time. A match in normal text only causes unnecessary
 * redraws.
 */
const isTimeDependent = (template: Template): boolean =>
  /今天|现在|today|now/i.test(JSON.stringify(template));

/**
 * Current time, updated each minute when the template uses the time. Otherwise the value stays
 * constant, so that nothing is redrawn or checked again.
 */
export const useTemplateClock = (template: Template): string => {
  const [at, setAt] = useState(() => formatLocalMinute(new Date()));
  const goes = useMemo(() => isTimeDependent(template), [template]);
  useEffect(() => {
    if (!goes) return;
    const updateClock = (): void => setAt(formatLocalMinute(new Date()));
    updateClock();
    const timer = setInterval(updateClock, MINUTE_MS);
    return () => clearInterval(timer);
  }, [goes]);
  return at;
};
