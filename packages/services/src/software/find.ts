import { type Executor, prepared, type Selectable, type SoftwareTable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound, OfflineError } from '../errors.ts';

export type SoftwareRow = Selectable<SoftwareTable>;

/** Either may hold an alias or a host name. */
export type SoftwareName = { alias?: string | undefined; domain?: string | undefined };

const named = prepared((db, { name, lower }: { name: string; lower: string }) =>
  db
    .selectFrom('software')
    .selectAll()
    .where((eb) => eb.or([eb('alias', 'in', [name, lower]), eb('domain', '=', lower)])),
);

const byName = async (executor: Executor, name: string): Promise<SoftwareRow | null> => {
  // PostgreSQL refuses the whole query over a U+0000 in its text.
  if (name.includes('\u0000')) return null;
  const lower = name.toLowerCase();
  const rows = await named(executor, { name, lower });
  return (
    rows.find((row) => row.alias === name) ??
    rows.find((row) => row.domain === lower) ??
    // Keyboards begin with a capital: the alias in another case.
    rows[0] ??
    null
  );
};

/** The software by alias or host name; when both are given, `alias` wins. */
export const findSoftware = async (
  executor: Executor,
  { alias, domain }: SoftwareName,
): Promise<SoftwareRow | null> => {
  const name = alias || domain;
  return name ? byName(executor, name) : null;
};

/** @throws 404 */
export const getSoftware = async (ctx: Context, name: SoftwareName): Promise<SoftwareRow> => {
  const software = await findSoftware(ctx.db.kysely, name);
  if (!software) throw notFound('没有这款软件');
  return software;
};

/**
 * What everybody may read of a software goes offline with it; `curSoftware` says why.
 * @throws 403 with the reason
 */
export const requireOnline = (software: SoftwareRow): SoftwareRow => {
  if (software.state === 'online') return software;
  throw new OfflineError(`${software.name} 已下线`, software.offline_reason);
};

/** Own host name → alias of every software that has one, the offline ones included: they say why there. */
export const softwareHosts = async ({
  ctx,
}: {
  ctx: Pick<Context, 'db'>;
}): Promise<Map<string, string>> => {
  const rows = await ctx.db.kysely
    .selectFrom('software')
    .select(['alias', 'domain'])
    .where('domain', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.domain ?? '', row.alias]));
};

/** Online softwares in the order of the site. */
export const onlineSoftwares = (executor: Executor): Promise<SoftwareRow[]> =>
  executor
    .selectFrom('software')
    .selectAll()
    .where('state', '=', 'online')
    .orderBy('sort')
    .orderBy('id')
    .execute();
