import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { createQueryCompiledOnce } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { findSoftware, type SoftwareRow } from '../../identity/software/find.ts';

type DictFilter = { softwareId: number | null; on: number };

const selectDictRows = createQueryCompiledOnce((db, { softwareId, on }: DictFilter) =>
  db
    .selectFrom('dict')
    .select(['dict_type', 'dict_label', 'dict_value'])
    .where('software_id', softwareId === null ? 'is' : '=', softwareId)
    .where('enabled', '=', on)
    .orderBy('dict_type')
    .orderBy('sort')
    .orderBy('id'),
);

/**
 * Lists enabled rows of the common dictionary, or of the software named by `prefix`. Empty for an
 * unknown software.
 */
export const listEnabledDictRows = async ({
  ctx,
  input,
  currentSoftware = null,
}: {
  ctx: Context;
  input: CallParsed<'dictList'>;
  /** Software of the request, nearly always the one `prefix` names. Saves a query. */
  currentSoftware?: SoftwareRow | null;
}): Promise<CallOutput<'dictList'>> => {
  const { kysely } = ctx.db;
  const { prefix } = input;
  const isOwn = !prefix || currentSoftware?.alias === prefix;
  const prefixSoftware = isOwn ? currentSoftware : await findSoftware(kysely, { alias: prefix });
  const software = prefix ? prefixSoftware : null;
  if (prefix && !software) return [];
  const rows = await selectDictRows(kysely, { softwareId: software?.id ?? null, on: 1 });
  return rows.map((row) => ({
    dictType: row.dict_type,
    dictLabel: row.dict_label,
    dictValue: row.dict_value,
  }));
};
