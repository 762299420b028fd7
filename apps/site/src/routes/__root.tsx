import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';
import icon from '../shell/layout/icon.svg';
import type { SiteContext } from '../kit/site/context.ts';
import { SiteDocument } from '../shell/layout/document.tsx';
import { ErrorView, NotFoundView } from '../shell/error/error-views.tsx';
import { matchRouteRule } from '../kit/site/route-rules.ts';

export const Route = createRootRouteWithContext<SiteContext>()({
  beforeLoad: ({ context, location }) => {
    const target = matchRouteRule(context.getRules(), location.pathname)?.redirect;
    if (target) throw redirect({ href: target, statusCode: 302 });
  },
  head: ({ match }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width,initial-scale=1' },
      { name: 'build-id', content: match.context.buildId },
      ...(match.context.apiBase ? [{ name: 'api-base', content: match.context.apiBase }] : []),
      ...(match.context.statsUrl ? [{ name: 'stats', content: match.context.statsUrl }] : []),
      ...(match.context.ownAlias
        ? [{ name: 'own-host', content: `${match.context.ownAlias} ${match.context.origin}` }]
        : []),
      { name: 'format-detection', content: 'telephone=no' },
    ],
    links: [
      { rel: 'icon', type: 'image/svg+xml', href: icon },
      { rel: 'apple-touch-icon', href: '/static/apple-touch-icon.png' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
  }),
  shellComponent: SiteDocument,
  component: Outlet,
  errorComponent: ErrorView,
  notFoundComponent: NotFoundView,
});
