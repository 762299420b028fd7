import { useEffect, useState } from 'react';

/** `8:42` */
export const minutesLeft = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

type Said = { leftS: number };

/**
 * Whole seconds left of what the server said in `said`, counted down by the time that passes: what this machine takes for
 * the time of day may be a day off, and be set right meanwhile.
 */
export const useLeft = (said: Said): number => {
  const [passed, setPassed] = useState({ said, seconds: 0 });
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(
      () => setPassed({ said, seconds: Math.floor((performance.now() - began) / 1_000) }),
      1_000,
    );
    return () => clearInterval(timer);
  }, [said]);
  // Of what was said before nothing is known of how old this is.
  return Math.max(0, said.leftS - (passed.said === said ? passed.seconds : 0));
};
