import {
  type Executor,
  createQueryCompiledOnce,
  type Selectable,
  type SoftwareTable,
} from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createNotFoundError, OfflineError } from '../../platform/errors.ts';

export type SoftwareRow = Selectable<SoftwareTable>;

/** Both may contain an alias or a host name. */
export type SoftwareName = { alias?: string | undefined; domain?: string | undefined };

const selectNamed = createQueryCompiledOnce(
  (db, { name, lower }: { name: string; lower: string }) =>
    db
      .selectFrom('software')
      .selectAll()
      .where((eb) => eb.or([eb('alias', 'in', [name, lower]), eb('domain', '=', lower)])),
);

const findSoftwareByName = async (
  executor: Executor,
  name: string,
): Promise<SoftwareRow | null> => {
  // PostgreSQL rejects a query with U+0000 in its text.
  if (name.includes('\u0000')) return null;
  const lower = name.toLowerCase();
  const rows = await selectNamed(executor, { name, lower });
  return (
    rows.find((row) => row.alias === name) ??
    rows.find((row) => row.domain === lower) ??
    // Keyboards capitalize the first letter: accept the alias in another case.
    rows[0] ??
    null
  );
};

/** Finds a software by alias or host name. `alias` takes precedence when both are given. */
export const findSoftware = async (
  executor: Executor,
  { alias, domain }: SoftwareName,
): Promise<SoftwareRow | null> => {
  const name = alias || domain;
  return name ? findSoftwareByName(executor, name) : null;
};

/** Returns the software with this alias. @throws 404 */
export const getSoftware = async (ctx: Context, name: SoftwareName): Promise<SoftwareRow> => {
  const software = await findSoftware(ctx.db.kysely, name);
  if (!software) throw createNotFoundError('没有这款软件');
  return software;
};

/**
 * Public content of a software is unavailable while it is offline; `curSoftware` returns the
 * reason.
 * @throws 403 with the reason
 */
export const requireOnlineSoftware = (software: SoftwareRow): SoftwareRow => {
  if (software.state === 'online') return software;
  throw new OfflineError(`${software.name} 已下线`, software.offline_reason);
};

/**
 * Custom domain → alias of all softwares, including offline ones, which show their reason there.
 */
export const mapCustomDomainsToAliases = async ({
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

/** Online softwares in display order. */
export const listOnlineSoftwares = (executor: Executor): Promise<SoftwareRow[]> =>
  executor
    .selectFrom('software')
    .selectAll()
    .where('state', '=', 'online')
    .orderBy('sort')
    .orderBy('id')
    .execute();
