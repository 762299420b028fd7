import { useEffect, useState } from 'react';

/** Formats as `8:42`. */
export const formatMinutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

type ServerDeadline = { leftS: number };

/**
 * Remaining seconds of a server deadline. Uses elapsed time, because the system clock can be wrong
 * and can change.
 */
export const useSecondsLeft = (deadline: ServerDeadline): number => {
  const [elapsed, setPassed] = useState({ said: deadline, seconds: 0 });
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(
      () => setPassed({ said: deadline, seconds: Math.floor((performance.now() - began) / 1_000) }),
      1_000,
    );
    return () => clearInterval(timer);
  }, [deadline]);
  // The elapsed time belongs to the former deadline.
  return Math.max(0, deadline.leftS - (elapsed.said === deadline ? elapsed.seconds : 0));
};
