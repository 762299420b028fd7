import { useSyncExternalStore } from 'react';

/** Detects the WeChat browser. It blocks installers and cannot scan its own screen. */
export const isWechat = (userAgent: string): boolean => /micromessenger/i.test(userAgent);

const subscribeToNothing = (): (() => void) => () => undefined;

/** False on the server and during hydration, because a cached page is the same for everyone. */
export const useInWechat = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => isWechat(navigator.userAgent),
    () => false,
  );
