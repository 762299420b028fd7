import { useEffect, useState } from 'react';

/** `8:42` */
export const minutesLeft = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * Whole seconds left of what the server said in `said`, counted down by the time that passes: what this machine takes for
 * the time of day may be a day off.
 */
export const useLeft = (said: { leftS: number }): number => {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const began = Date.now();
    const tick = (): void => setPassed(Math.floor((Date.now() - began) / 1_000));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [said]);
  return Math.max(0, said.leftS - passed);
};
