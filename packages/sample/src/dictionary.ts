import type { Tx } from '@yunbiao/db';

/** Meaning of the colour marks of a label per software: value and label, in order. */
const COLORS: Readonly<Record<string, readonly (readonly [value: string, label: string])[]>> = {
  yunbiao: [
    ['yellow', '待核对'],
    ['green', '已贴好'],
    ['pink', '要重贴'],
    ['blue', '留样'],
  ],
  miandan: [
    ['orange', '待揽收'],
    ['green', '已揽收'],
    ['red', '退回'],
    ['gray', '作废'],
  ],
};

/** Adds a software's own dictionary rows, which take precedence over the common ones. */
export const addSampleDictionary = async (
  tx: Tx,
  { softwareId, alias }: { softwareId: number; alias: string },
): Promise<void> => {
  const rows = (COLORS[alias] ?? []).map(([value, label], sort) => ({
    software_id: softwareId,
    dict_type: 'detail_color',
    dict_label: label,
    dict_value: value,
    sort,
    enabled: 1,
  }));
  if (rows.length > 0) await tx.insertInto('dict').values(rows).execute();
};
