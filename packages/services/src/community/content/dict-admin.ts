import { validateWithSchema, dictInput } from '@yunbiao/contract';
import {
  DETAIL_COLOR_HINT,
  isColorName,
  isHexColor,
} from '@yunbiao/contract/printing/detail-colors';
import {
  type DictTable,
  type Executor,
  isUniqueViolation,
  type Selectable,
  runTransaction,
  type Tx,
} from '@yunbiao/db';
import { recordAudit } from '../../identity/audit/audit.ts';
import { createInvalidator } from '../../platform/cache/generation.ts';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError, createNotFoundError } from '../../platform/errors.ts';
import { getSoftware } from '../../identity/software/find.ts';
import { requireValidInput } from '../../platform/valid.ts';

const invalidateDictionary = createInvalidator('dictionary');

export type DictRow = Selectable<DictTable>;
type DictFields = Pick<DictRow, 'dict_label' | 'sort' | 'enabled'>;

/** Maximum rows of one dictionary: every page of the user area loads them. */
const MAX_ROWS = 200;

/**
 * Returns the software of a dictionary. `place` is its alias, or `/` for the common dictionary.
 * @throws 404
 */
const resolveDictionaryOwner = async (ctx: Context, place: string): Promise<number | null> =>
  place === '/' ? null : (await getSoftware(ctx, { alias: place })).id;

const createDictQuery = (executor: Executor, softwareId: number | null) =>
  executor.selectFrom('dict').where('software_id', softwareId === null ? 'is' : '=', softwareId);

/** Lists all rows of a dictionary, including disabled ones, in display order. @throws 404 */
export const listDictRows = async ({
  ctx,
  place,
}: {
  ctx: Context;
  /** A software alias, or `/`. */
  place: string;
}): Promise<DictRow[]> =>
  createDictQuery(ctx.db.kysely, await resolveDictionaryOwner(ctx, place))
    .selectAll()
    .orderBy('dict_type')
    .orderBy('sort')
    .orderBy('id')
    .execute();

type DictAction = 'set' | 'remove' | 'enable' | 'disable' | 'sort';

const recordDictChange = async (
  ctx: Context,
  tx: Tx,
  action: DictAction,
  row: DictRow,
): Promise<void> => {
  await recordAudit({ ctx, tx, action: `dict.${action}`, subject: `dict:${row.id}`, detail: row });
  await invalidateDictionary({ ctx, tx });
};

const insertDictRow = async (
  tx: Tx,
  row: Omit<DictRow, 'id' | 'sort'>,
  sort: number | undefined,
) => {
  const { count, last } = await createDictQuery(tx, row.software_id)
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('sort').as('last')])
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_ROWS)
    throw createInvalidInputError({ value: `一份字典最多 ${MAX_ROWS} 条` });
  return tx
    .insertInto('dict')
    .values({ ...row, sort: sort ?? Number(last ?? -1) + 1 })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Pages can draw only these values of a colour mark. @throws 400 */
const validateColor = ({ type, value }: { type: string; value: string }): void => {
  if (type !== 'detail_color' || isColorName(value) || isHexColor(value)) return;
  throw createInvalidInputError({
    value: `色标的值“${value}”不是颜色，写成 ${DETAIL_COLOR_HINT}`,
  });
};

/**
 * Adds a row, or changes the label of the row with that type and value. Validates `input` as
 * `dictInput`.
 * @throws 400, 404
 */
export const upsertDictRow = async ({
  ctx,
  place,
  input,
}: {
  ctx: Context;
  place: string;
  input: unknown;
}): Promise<{ row: DictRow; isNew: boolean }> => {
  const { type, value, label, sort } = requireValidInput(validateWithSchema(dictInput, input));
  validateColor({ type, value });
  const softwareId = await resolveDictionaryOwner(ctx, place);
  const insertOrUpdateDictRow = async (tx: Tx): Promise<{ row: DictRow; isNew: boolean }> => {
    const rowKey = { software_id: softwareId, dict_type: type, dict_value: value };
    const existing = await createDictQuery(tx, softwareId)
      .select(['id', 'sort'])
      .where('dict_type', '=', type)
      .where('dict_value', '=', value)
      .executeTakeFirst();
    const row = existing
      ? await updateDictRow(tx, existing.id, { dict_label: label, sort: sort ?? existing.sort })
      : await insertDictRow(tx, { ...rowKey, dict_label: label, enabled: 1 }, sort);
    await recordDictChange(ctx, tx, 'set', row);
    return { row, isNew: !existing };
  };
  return runTransaction(ctx.db, insertOrUpdateDictRow).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    // A concurrent command added the row; now it is updated.
    return runTransaction(ctx.db, insertOrUpdateDictRow);
  });
};

const updateDictRow = (tx: Tx, id: number, set: Partial<DictFields>): Promise<DictRow> =>
  tx.updateTable('dict').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

const requireDictRow = async (tx: Tx, id: string): Promise<DictRow> => {
  const row = /^[1-9]\d{0,8}$/.test(id)
    ? await tx.selectFrom('dict').selectAll().where('id', '=', Number(id)).executeTakeFirst()
    : undefined;
  if (!row) throw createNotFoundError(`字典里没有编号是 ${id} 的一条`);
  return row;
};

/** Enables or disables a row on pages. Data with its value stays unchanged. @throws 404 */
export const setDictRowEnabled = ({
  ctx,
  id,
  isEnabled,
}: {
  ctx: Context;
  id: string;
  isEnabled: boolean;
}): Promise<DictRow> =>
  runTransaction(ctx.db, async (tx) => {
    const row = await updateDictRow(tx, (await requireDictRow(tx, id)).id, {
      enabled: isEnabled ? 1 : 0,
    });
    await recordDictChange(ctx, tx, isEnabled ? 'enable' : 'disable', row);
    return row;
  });

/** Sets the sort position of a row within its type, ascending. @throws 400, 404 */
export const setDictRowPosition = ({
  ctx,
  id,
  sort: position,
}: {
  ctx: Context;
  id: string;
  sort: string;
}): Promise<DictRow> => {
  const { sort } = requireValidInput(
    validateWithSchema(dictInput.pick({ sort: true }).required(), { sort: position }),
  );
  return runTransaction(ctx.db, async (tx) => {
    const row = await updateDictRow(tx, (await requireDictRow(tx, id)).id, { sort });
    await recordDictChange(ctx, tx, 'sort', row);
    return row;
  });
};

/** Removes a row of a dictionary. @throws 404 */
export const removeDictRow = ({ ctx, id }: { ctx: Context; id: string }): Promise<DictRow> =>
  runTransaction(ctx.db, async (tx) => {
    const row = await requireDictRow(tx, id);
    await tx.deleteFrom('dict').where('id', '=', row.id).execute();
    await recordDictChange(ctx, tx, 'remove', row);
    return row;
  });
