import type { Context } from '../../platform/context.ts';
import { listOnlineSoftwares, type SoftwareRow } from '../../identity/software/find.ts';

/** Host of the request: the custom domain of a software, or the main site (`own` is null). */
export type SeoHost = { own: SoftwareRow | null; online: SoftwareRow[] };

/**
 * Finds the host that pages are listed under. @returns null on the custom domain of a software that
 * is not online
 */
export const findSeoHost = async ({
  ctx,
  alias,
}: {
  ctx: Context;
  /** The software of the custom domain; undefined on the main site. */
  alias: string | undefined;
}): Promise<SeoHost | null> => {
  const online = await listOnlineSoftwares(ctx.db.kysely);
  if (alias === undefined) return { own: null, online };
  const ownSoftware = online.find((software) => software.alias === alias);
  return ownSoftware ? { own: ownSoftware, online } : null;
};

type Named = { alias: string; domain: string | null };

/** Origin of the canonical URLs of a software or of the main site. */
export const getOrigin = (publicUrl: string, software: Named | null): string => {
  if (!software?.domain) return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = software.domain;
  return url.origin;
};

/**
 * Canonical URL of a software's page. `path` has no alias and is `''` for the home page. URLs on a
 * custom domain omit the alias; `/tools` keeps its meaning there.
 */
export const getCanonicalUrl = (
  publicUrl: string,
  software: Named | null,
  path: string,
): string => {
  const origin = getOrigin(publicUrl, software);
  if (!software) return origin + (path || '/');
  const isTools = path === '/tools' || path.startsWith('/tools/');
  if (software.domain && !isTools) return origin + (path || '/');
  return `${origin}/${encodeURIComponent(software.alias)}${path}`;
};
