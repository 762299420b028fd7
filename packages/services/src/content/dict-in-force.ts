import { type Executor, prepared } from '@yunbiao/db';

type Wanted = { softwareId: number; dictType: string; on: number };

const rowsInForce = prepared((db, { softwareId, dictType, on }: Wanted) =>
  db
    .selectFrom('dict')
    .select(['software_id', 'dict_label', 'dict_value'])
    .where('dict_type', '=', dictType)
    .where((eb) => eb.or([eb('software_id', '=', softwareId), eb('software_id', 'is', null)]))
    .where('enabled', '=', on)
    .orderBy('sort')
    .orderBy('id'),
);

/** The enabled rows of a type that hold in a software: its own where it has any, else the common ones. */
export const readDictInForce = async (
  executor: Executor,
  { softwareId, dictType }: { softwareId: number; dictType: string },
): Promise<{ label: string; value: string }[]> => {
  const rows = await rowsInForce(executor, { softwareId, dictType, on: 1 });
  const own = rows.filter((row) => row.software_id !== null);
  return (own.length > 0 ? own : rows).map((row) => ({
    label: row.dict_label,
    value: row.dict_value,
  }));
};
