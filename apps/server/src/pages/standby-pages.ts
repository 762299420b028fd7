import type { SiteBuild, SiteModule } from '@yunbiao/contract/api/site';
import type { Config } from '../config/config.ts';
import { getAllowedOrigins, buildPageCsp } from './csp.ts';
import { HTML_TYPE, type Reply } from './page-reply.ts';
import { buildSecurityHeaders } from './security-headers.ts';

/** Pages sent when a render failed or when the queue is full. */
export const createErrorAndBusyPages = (
  config: Config,
  build: SiteBuild,
  current: () => SiteModule | undefined,
) => {
  const policy: [string, string] = [
    'Content-Security-Policy',
    buildPageCsp([], getAllowedOrigins(config)),
  ];
  const headers = [policy, ...buildSecurityHeaders(config)];
  /** Rendered once and reused, because it is sent under load. */
  let busyPage: { module: SiteModule | undefined; wait: number; body: string } | undefined;
  return {
    createFailedReply: (): Reply => ({
      type: 'fresh',
      status: 500,
      contentType: HTML_TYPE,
      headers,
      body: Buffer.from(current()?.renderErrorDocument(build, 500) ?? '500'),
    }),
    createBusyReply: (wait: number): Reply => {
      const module = current();
      if (busyPage?.module !== module || busyPage?.wait !== wait)
        busyPage = { module: module, wait, body: module?.renderBusyDocument(build, wait) ?? '503' };
      return { type: 'busy', wait, body: busyPage.body, headers };
    },
  };
};

export type Standby = ReturnType<typeof createErrorAndBusyPages>;
