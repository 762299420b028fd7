import { redirect } from '@tanstack/react-router';
import type { SiteContext } from '../../kit/site/context.ts';

/**
 * Redirects from another name of the software (its host name) in the first path segment to the
 * alias.
 */
export const requireCanonicalAlias = async (
  c: { context: SiteContext; location: { href: string } },
  segment: string,
): Promise<void> => {
  if (c.context.stores.shared.get().domain === segment) return;
  const reply = await c.context.createApi(segment).call('curSoftware', {});
  if (reply.state !== 'ok' || !reply.data.id || reply.data.alias === segment) return;
  const address = new URL(c.location.href, 'http://here');
  const path = address.pathname.replace(/^\/[^/]+/, `/${encodeURIComponent(reply.data.alias)}`);
  throw redirect({ href: path + address.search + address.hash, statusCode: 302 });
};
