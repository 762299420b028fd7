import { useSyncExternalStore } from 'react';

/** WeChat's own browser: it blocks installers, and cannot scan its own screen. */
export const isWechat = (userAgent: string): boolean => /micromessenger/i.test(userAgent);

const never = (): (() => void) => () => undefined;

/** False on the server and during hydration, because a cached page is the same for everyone. */
export const useInWechat = (): boolean =>
  useSyncExternalStore(
    never,
    () => isWechat(navigator.userAgent),
    () => false,
  );
