import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { prepared } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { findSoftware, type SoftwareRow } from '../software/find.ts';

type Whose = { softwareId: number | null; on: number };

const dictRows = prepared((db, { softwareId, on }: Whose) =>
  db
    .selectFrom('dict')
    .select(['dict_type', 'dict_label', 'dict_value'])
    .where('software_id', softwareId === null ? 'is' : '=', softwareId)
    .where('enabled', '=', on)
    .orderBy('dict_type')
    .orderBy('sort')
    .orderBy('id'),
);

/** Enabled rows of the common dictionary, or of one product's when `prefix` names it; unknown products have none. */
export const dictList = async ({
  ctx,
  input,
  known = null,
}: {
  ctx: Context;
  input: CallParsed<'dictList'>;
  /** The software the call is made in: nearly always the one it names. */
  known?: SoftwareRow | null;
}): Promise<CallOutput<'dictList'>> => {
  const { kysely } = ctx.db;
  const { prefix } = input;
  const isOwn = !prefix || known?.alias === prefix;
  const named = isOwn ? known : await findSoftware(kysely, { alias: prefix });
  const software = prefix ? named : null;
  if (prefix && !software) return [];
  const rows = await dictRows(kysely, { softwareId: software?.id ?? null, on: 1 });
  return rows.map((row) => ({
    dictType: row.dict_type,
    dictLabel: row.dict_label,
    dictValue: row.dict_value,
  }));
};
