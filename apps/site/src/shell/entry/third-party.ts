import type { AnyRouter } from '@tanstack/react-router';
import { watchPageViews } from './page-views.ts';

/** Loads somebody else's script. When it does not come, nothing else is the worse for it. */
const loadScript = (url: string, onLoad: () => void): void => {
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  script.addEventListener('load', onLoad, { once: true });
  document.head.append(script);
};

/** Loads the script of statistics, which hears of every page that is gone to once it is there. */
export const loadStats = (url: string, router: AnyRouter): void =>
  loadScript(url, () => void watchPageViews(router));
