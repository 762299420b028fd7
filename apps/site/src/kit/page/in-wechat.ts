import { useBrowserValue } from '../site/browser-value.ts';

/** Detects the WeChat browser. It blocks installers and cannot scan its own screen. */
export const isWechat = (userAgent: string): boolean => /micromessenger/i.test(userAgent);

/** False on the server and during hydration. */
export const useInWechat = (): boolean =>
  useBrowserValue(() => isWechat(navigator.userAgent), false);
