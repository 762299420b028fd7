import type { Tx } from '@yunbiao/db';

/** Colour marks of a label; the values are class names of the site's palette. */
const COLORS = [
  { label: '黄', value: 'c1' },
  { label: '绿', value: 'c2' },
  { label: '紫红', value: 'c3' },
  { label: '蓝', value: 'c4' },
] as const;

/** Puts the colour marks into the common dictionary, unless there are some. Returns whether it did. */
export const addDetailColors = async (tx: Tx): Promise<boolean> => {
  const known = await tx
    .selectFrom('dict')
    .select('id')
    .where('dict_type', '=', 'detail_color')
    .where('software_id', 'is', null)
    .executeTakeFirst();
  if (known) return false;
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
