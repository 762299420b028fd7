import type { Tx } from '@yunbiao/db';

/** Colour marks of labels. The values are class names of the site's palette. */
const COLORS = [
  { label: '黄', value: 'c1' },
  { label: '绿', value: 'c2' },
  { label: '紫红', value: 'c3' },
  { label: '蓝', value: 'c4' },
] as const;

/** Adds the colour marks to the common dictionary if it has none. Returns whether it did. */
export const seedDetailColors = async (tx: Tx): Promise<boolean> => {
  const knownValues = await tx
    .selectFrom('dict')
    .select('id')
    .where('dict_type', '=', 'detail_color')
    .where('software_id', 'is', null)
    .executeTakeFirst();
  if (knownValues) return false;
  await tx
    .insertInto('dict')
    .values(
      COLORS.map(({ label, value }, sort) => ({
        software_id: null,
        dict_type: 'detail_color',
        dict_label: label,
        dict_value: value,
        sort,
        enabled: 1,
      })),
    )
    .execute();
  return true;
};
