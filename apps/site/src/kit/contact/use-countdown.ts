import { useEffect, useState } from 'react';

const SECOND = 1_000;

/** Countdown in seconds. `left` updates every second and is 0 when no countdown runs. */
export const useCountdown = (): { left: number; start: (seconds: number) => void } => {
  const [until, setUntil] = useState(0);
  const [secondsLeft, setLeft] = useState(0);
  useEffect(() => {
    const updateSecondsLeft = (): void =>
      setLeft(Math.max(0, Math.ceil((until - Date.now()) / SECOND)));
    updateSecondsLeft();
    if (until <= Date.now()) return;
    const timer = setInterval(updateSecondsLeft, SECOND / 2);
    return () => clearInterval(timer);
  }, [until]);
  return { left: secondsLeft, start: (seconds) => setUntil(Date.now() + seconds * SECOND) };
};
