import type { Context } from '../context.ts';
import { onlineSoftwares, type SoftwareRow } from '../software/find.ts';

/** Where the visitor is: under the software's own host name, or on the main site (`own` is null). */
export type SeoPlace = { own: SoftwareRow | null; online: SoftwareRow[] };

/** @returns null on the host of a software that is not online: it has nothing to show */
export const seoPlace = async ({
  ctx,
  alias,
}: {
  ctx: Context;
  /** The software whose own host the visitor is on; undefined on the main site. */
  alias: string | undefined;
}): Promise<SeoPlace | null> => {
  const online = await onlineSoftwares(ctx.db.kysely);
  if (alias === undefined) return { own: null, online };
  const own = online.find((software) => software.alias === alias);
  return own ? { own, online } : null;
};

type Named = { alias: string; domain: string | null };

/** Scheme, host and port where a software's pages, or those of the main site, have their canonical addresses. */
export const getOrigin = (publicUrl: string, software: Named | null): string => {
  if (!software?.domain) return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = software.domain;
  return url.origin;
};

/**
 * Canonical address of a software's page, `path` without the alias and `''` for its home. On its own host addresses
 * leave the alias out, except that `/tools` keeps its meaning there.
 */
export const canonical = (publicUrl: string, software: Named | null, path: string): string => {
  const origin = getOrigin(publicUrl, software);
  if (!software) return origin + (path || '/');
  const isTools = path === '/tools' || path.startsWith('/tools/');
  if (software.domain && !isTools) return origin + (path || '/');
  return `${origin}/${encodeURIComponent(software.alias)}${path}`;
};
