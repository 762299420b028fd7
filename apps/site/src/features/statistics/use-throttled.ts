import { useCallback, useEffect, useRef } from 'react';

/**
 * Runs `run` at most once per `everyMs`, and once after the last call. For figures that follow a
 * fast printer.
 */
export const useThrottledCallback = (run: () => void, everyMs: number): (() => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, everyMs);
  }, [everyMs]);
};
