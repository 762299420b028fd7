import { type Executor, createQueryCompiledOnce } from '@yunbiao/db';

type DictFilter = { softwareId: number; dictType: string; on: number };

const selectRowsInForce = createQueryCompiledOnce((db, { softwareId, dictType, on }: DictFilter) =>
  db
    .selectFrom('dict')
    .select(['software_id', 'dict_label', 'dict_value'])
    .where('dict_type', '=', dictType)
    .where((eb) => eb.or([eb('software_id', '=', softwareId), eb('software_id', 'is', null)]))
    .where('enabled', '=', on)
    .orderBy('sort')
    .orderBy('id'),
);

/**
 * Lists the effective enabled rows of a type: the software's own if it has any, else the common
 * ones.
 */
export const listEffectiveDict = async (
  executor: Executor,
  { softwareId, dictType }: { softwareId: number; dictType: string },
): Promise<{ label: string; value: string }[]> => {
  const rows = await selectRowsInForce(executor, { softwareId, dictType, on: 1 });
  const ownRows = rows.filter((row) => row.software_id !== null);
  return (ownRows.length > 0 ? ownRows : rows).map((row) => ({
    label: row.dict_label,
    value: row.dict_value,
  }));
};
