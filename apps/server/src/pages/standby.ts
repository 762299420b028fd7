import type { SiteBuild, SiteModule } from '@yunbiao/contract/site';
import type { Config } from '../config.ts';
import { listOthers, pagePolicy } from './csp.ts';
import { HTML, type Reply } from './page-reply.ts';
import { securityHeaders } from './security-headers.ts';

/** What is sent in place of a page: when making one failed, and when there is no time to make one. */
export const createStandby = (
  config: Config,
  build: SiteBuild,
  current: () => SiteModule | undefined,
) => {
  const policy: [string, string] = ['Content-Security-Policy', pagePolicy([], listOthers(config))];
  const headers = [policy, ...securityHeaders(config)];
  /** Made once: nobody has time then. */
  let busy: { of: SiteModule | undefined; wait: number; body: string } | undefined;
  return {
    failed: (): Reply => ({
      type: 'fresh',
      status: 500,
      contentType: HTML,
      headers,
      body: Buffer.from(current()?.errorDocument(build, 500) ?? '500'),
    }),
    busy: (wait: number): Reply => {
      const module = current();
      if (busy?.of !== module || busy?.wait !== wait)
        busy = { of: module, wait, body: module?.busyDocument(build, wait) ?? '503' };
      return { type: 'busy', wait, body: busy.body, headers };
    },
  };
};

export type Standby = ReturnType<typeof createStandby>;
