import { check, dictInput } from '@yunbiao/contract';
import { DETAIL_COLOR_WORDS, isColorName, isHexColor } from '@yunbiao/contract/detail-colors';
import {
  type DictTable,
  type Executor,
  isUniqueViolation,
  type Selectable,
  transaction,
  type Tx,
} from '@yunbiao/db';
import { audit } from '../audit/audit.ts';
import { raises } from '../cache/generation.ts';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { getSoftware } from '../software/find.ts';
import { valid } from '../valid.ts';

const dictionaryChanged = raises('dictionary');

export type DictRow = Selectable<DictTable>;
type Written = Pick<DictRow, 'dict_label' | 'sort' | 'enabled'>;

/** Rows of one dictionary at most: every page of the user area loads them. */
const MAX_ROWS = 200;

/** A software's alias, or `/` for the common dictionary. @throws 404 */
const readOwner = async (ctx: Context, place: string): Promise<number | null> =>
  place === '/' ? null : (await getSoftware(ctx, { alias: place })).id;

const selectRows = (executor: Executor, softwareId: number | null) =>
  executor.selectFrom('dict').where('software_id', softwareId === null ? 'is' : '=', softwareId);

/** Every row of a dictionary, the disabled ones too, in the order pages show them. @throws 404 */
export const listDictRows = async ({
  ctx,
  place,
}: {
  ctx: Context;
  /** An alias, or `/`. */
  place: string;
}): Promise<DictRow[]> =>
  selectRows(ctx.db.kysely, await readOwner(ctx, place))
    .selectAll()
    .orderBy('dict_type')
    .orderBy('sort')
    .orderBy('id')
    .execute();

type DictAction = 'set' | 'remove' | 'enable' | 'disable' | 'sort';

const note = async (ctx: Context, tx: Tx, action: DictAction, row: DictRow): Promise<void> => {
  await audit({ ctx, tx, action: `dict.${action}`, subject: `dict:${row.id}`, detail: row });
  await dictionaryChanged({ ctx, tx });
};

const insertRow = async (tx: Tx, row: Omit<DictRow, 'id' | 'sort'>, sort: number | undefined) => {
  const { count, last } = await selectRows(tx, row.software_id)
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('sort').as('last')])
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_ROWS) throw invalid({ value: `一份字典最多 ${MAX_ROWS} 条` });
  return tx
    .insertInto('dict')
    .values({ ...row, sort: sort ?? Number(last ?? -1) + 1 })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** A colour mark is painted: pages know no other values. @throws 400 */
const checkColor = ({ type, value }: { type: string; value: string }): void => {
  if (type !== 'detail_color' || isColorName(value) || isHexColor(value)) return;
  throw invalid({ value: `色标的值“${value}”不是颜色，写成 ${DETAIL_COLOR_WORDS}` });
};

/** Adds a row, or gives the row of that type and value another label. `input` is read as `dictInput`. @throws 400, 404 */
export const setDictRow = async ({
  ctx,
  place,
  input,
}: {
  ctx: Context;
  place: string;
  input: unknown;
}): Promise<{ row: DictRow; isNew: boolean }> => {
  const { type, value, label, sort } = valid(check(dictInput, input));
  checkColor({ type, value });
  const softwareId = await readOwner(ctx, place);
  const write = async (tx: Tx): Promise<{ row: DictRow; isNew: boolean }> => {
    const named = { software_id: softwareId, dict_type: type, dict_value: value };
    const known = await selectRows(tx, softwareId)
      .select(['id', 'sort'])
      .where('dict_type', '=', type)
      .where('dict_value', '=', value)
      .executeTakeFirst();
    const row = known
      ? await updateRow(tx, known.id, { dict_label: label, sort: sort ?? known.sort })
      : await insertRow(tx, { ...named, dict_label: label, enabled: 1 }, sort);
    await note(ctx, tx, 'set', row);
    return { row, isNew: !known };
  };
  return transaction(ctx.db, write).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    // Another command has just added the row: now there is one to change.
    return transaction(ctx.db, write);
  });
};

const updateRow = (tx: Tx, id: number, set: Partial<Written>): Promise<DictRow> =>
  tx.updateTable('dict').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

const findRow = async (tx: Tx, id: string): Promise<DictRow> => {
  const row = /^[1-9]\d{0,8}$/.test(id)
    ? await tx.selectFrom('dict').selectAll().where('id', '=', Number(id)).executeTakeFirst()
    : undefined;
  if (!row) throw notFound(`字典里没有编号是 ${id} 的一条`);
  return row;
};

/** Shows a row on pages, or no longer; what carries its value keeps it. @throws 404 */
export const enableDictRow = ({
  ctx,
  id,
  isEnabled,
}: {
  ctx: Context;
  id: string;
  isEnabled: boolean;
}): Promise<DictRow> =>
  transaction(ctx.db, async (tx) => {
    const row = await updateRow(tx, (await findRow(tx, id)).id, { enabled: isEnabled ? 1 : 0 });
    await note(ctx, tx, isEnabled ? 'enable' : 'disable', row);
    return row;
  });

/** Puts a row at another place of its type, the lowest first. @throws 400, 404 */
export const sortDictRow = ({
  ctx,
  id,
  sort: written,
}: {
  ctx: Context;
  id: string;
  sort: string;
}): Promise<DictRow> => {
  const { sort } = valid(check(dictInput.pick({ sort: true }).required(), { sort: written }));
  return transaction(ctx.db, async (tx) => {
    const row = await updateRow(tx, (await findRow(tx, id)).id, { sort });
    await note(ctx, tx, 'sort', row);
    return row;
  });
};

/** @throws 404 */
export const removeDictRow = ({ ctx, id }: { ctx: Context; id: string }): Promise<DictRow> =>
  transaction(ctx.db, async (tx) => {
    const row = await findRow(tx, id);
    await tx.deleteFrom('dict').where('id', '=', row.id).execute();
    await note(ctx, tx, 'remove', row);
    return row;
  });
