import { useEffect, useState } from 'react';

const SECOND = 1_000;

/** Seconds that are left, drawn anew each second; 0 when none is counted. */
export const useCountdown = (): { left: number; start: (seconds: number) => void } => {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const tick = (): void => setLeft(Math.max(0, Math.ceil((until - Date.now()) / SECOND)));
    tick();
    if (until <= Date.now()) return;
    const timer = setInterval(tick, SECOND / 2);
    return () => clearInterval(timer);
  }, [until]);
  return { left, start: (seconds) => setUntil(Date.now() + seconds * SECOND) };
};
