import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
// Static, because the style sheets of the first load are also those of the error documents.
import './error-page.css';

/** Shown when the error page itself cannot be loaded. */
const PlainError = () => (
  <main className="wrap error-view">
    <h1>系统错误</h1>
    <a className="button primary" href="/">
      回到首页
    </a>
  </main>
);

const PLAIN = { LiveErrorView: PlainError, LiveNotFoundView: PlainError };

/** The error page is a separate chunk: the browser loads it when idle, before there is an error. */
export const loadErrorPage = () =>
  import('./error-page.tsx').then(
    // A chunk that fails resolves to nothing when the error was handled elsewhere.
    (page: typeof PLAIN | undefined) => page ?? PLAIN,
    () => PLAIN,
  );

const LiveErrorView = lazyRouteComponent(loadErrorPage, 'LiveErrorView');
const LiveNotFoundView = lazyRouteComponent(loadErrorPage, 'LiveNotFoundView');

// The router calls `preload` before it shows or hydrates what a loader reported.

/** For `errorComponent`. */
export const ErrorView = Object.assign(
  () => (
    <Suspense>
      <LiveErrorView />
    </Suspense>
  ),
  { preload: async () => LiveErrorView.preload?.() },
);

/** For `notFoundComponent`. */
export const NotFoundView = Object.assign(
  () => (
    <Suspense>
      <LiveNotFoundView />
    </Suspense>
  ),
  { preload: async () => LiveNotFoundView.preload?.() },
);
