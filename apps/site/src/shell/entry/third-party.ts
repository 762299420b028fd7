import type { AnyRouter } from '@tanstack/react-router';
import { watchPageViews } from './page-views.ts';

/** Loads a third-party script. A failure has no effect on the site. */
const loadScript = (url: string, onLoad: () => void): void => {
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  script.addEventListener('load', onLoad, { once: true });
  document.head.append(script);
};

/** Loads the analytics script, then reports navigations to it. */
export const loadAnalyticsScript = (url: string, router: AnyRouter): void =>
  loadScript(url, () => void watchPageViews(router));
