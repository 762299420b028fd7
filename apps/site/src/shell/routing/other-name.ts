import { redirect } from '@tanstack/react-router';
import type { SiteContext } from '../../kit/site/context.ts';

/** Another name of a software as the first path segment, its host name: on to the same page under the alias. */
export const requireCanonicalAlias = async (
  c: { context: SiteContext; location: { href: string } },
  segment: string,
): Promise<void> => {
  if (c.context.stores.shared.get().domain === segment) return;
  const reply = await c.context.api(segment).call('curSoftware', {});
  if (reply.state !== 'ok' || !reply.data.id || reply.data.alias === segment) return;
  const rest = new URL(c.location.href, 'http://here');
  const path = rest.pathname.replace(/^\/[^/]+/, `/${encodeURIComponent(reply.data.alias)}`);
  throw redirect({ href: path + rest.search + rest.hash, statusCode: 302 });
};
