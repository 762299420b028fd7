import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { downloadsOf } from './downloads.ts';
import { presentDrawnTemplate } from './draw-template.ts';
import { entitlementsIn } from './entitlements.ts';
import { getSoftware, onlineSoftwares, type SoftwareRow } from './find.ts';
import { presentDownload, presentSoftware } from './present.ts';

type SiteIndex = CallOutput<'siteIndex'>;

/** Newest files shown of each software on the site index. */
const NEWEST = 3;

const downloads = async (
  executor: Executor,
  softwares: SoftwareRow[],
  isHome: boolean,
): Promise<SiteIndex['downloads']> => {
  const lists = await Promise.all(
    softwares.map(async (software) => {
      const files = await downloadsOf(executor, software.id);
      const newest = files.filter((file) => file.version === files[0]?.version);
      return (isHome ? newest : newest.slice(0, NEWEST)).map((file) => ({
        ...presentDownload(file),
        softwareAlias: software.alias,
        softwareName: software.name,
      }));
    }),
  );
  return lists.flat();
};

const templates = async (
  executor: Executor,
  softwares: SoftwareRow[],
): Promise<SiteIndex['templates']> => {
  const aliases = new Map(softwares.map((software) => [software.id, software.alias]));
  const rows = await executor
    .selectFrom('template')
    .selectAll()
    .where('software_id', 'in', [...aliases.keys(), 0])
    .where('member_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => presentDrawnTemplate(row, aliases.get(row.software_id) ?? ''));
};

const plans = async (executor: Executor, softwareId: number): Promise<SiteIndex['plans']> => {
  const rows = await executor
    .selectFrom('product')
    .selectAll()
    .where('software_id', '=', softwareId)
    .where('state', '=', 'on')
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const { labelsPerMonth, clients } = entitlementsIn(row);
    return {
      id: String(row.id),
      name: row.name,
      priceFen: row.price_fen,
      days: row.days,
      labelsPerMonth,
      clients,
    };
  });
};

/**
 * With a name: that software's home. With none: every online software and the newest files of each.
 * @throws 404 for an unknown software
 */
export const siteIndex = async ({
  ctx,
  input,
}: {
  ctx: Context;
  input: CallParsed<'siteIndex'>;
}): Promise<SiteIndex> => {
  const { kysely } = ctx.db;
  const software = input.alias || input.domain ? await getSoftware(ctx, input) : null;
  const online = await onlineSoftwares(kysely);
  const shown = software ? [software] : online;
  return {
    softwares: online.map(presentSoftware),
    software: software && presentSoftware(software),
    downloads: await downloads(kysely, shown, software !== null),
    templates: await templates(kysely, shown),
    plans: software ? await plans(kysely, software.id) : [],
  };
};
