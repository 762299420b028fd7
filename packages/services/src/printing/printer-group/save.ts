import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { MAX_GROUPS } from '@yunbiao/contract/limits/print-config';
import { type Tx, runMemberTransaction } from '@yunbiao/db';
import type { Context, MemberScope } from '../../platform/context.ts';
import { createConflictError, createInvalidInputError } from '../../platform/errors.ts';
import { createConfigNotFoundError } from '../print-config/get-print-config.ts';
import { getPrinterGroup } from './get-printer-group.ts';
import { presentGroups } from './present.ts';

type Input = CallParsed<'savePrinterGroup'>;
type Scope = { ctx: Context; tx: Tx; memberId: number; input: Input };

/**
 * @throws 400 when the printers are not interchangeable, 404 for a configuration of another member
 */
const requireInterchangeablePrinters = async ({ tx, memberId, input }: Scope): Promise<void> => {
  const ids = input.printConfigIds.map(Number);
  const rows = await tx
    .selectFrom('print_config')
    .innerJoin('client', 'client.id', 'print_config.client_id')
    .select(['print_config.id', 'print_config.name', 'print_config.printer_id'])
    .select('client.is_virtual')
    .where('print_config.id', 'in', ids)
    .where('print_config.member_id', '=', memberId)
    .where('print_config.deleted_at', 'is', null)
    .execute();
  if (rows.length < new Set(ids).size) throw createConfigNotFoundError();
  // Two configurations of one printer give no failover: a moved label would wait for the same
  // printer.
  const twice = new Set(ids).size < ids.length;
  if (twice || new Set(rows.map((row) => row.printer_id)).size < rows.length)
    throw createInvalidInputError({ printConfigIds: '一台打印机在组里只能有一个配置' });
  if (new Set(rows.map((row) => row.is_virtual)).size > 1)
    throw createInvalidInputError({ printConfigIds: '虚拟打印机打印在屏幕上，不能替真的打印机' });
};

/** Checks that no other group of the member has the name. @throws 400 */
const requireUnusedGroupName = async ({ tx, memberId, input }: Scope): Promise<void> => {
  const otherGroup = await tx
    .selectFrom('printer_group')
    .select('id')
    .where('member_id', '=', memberId)
    .where('name', '=', input.name)
    .executeTakeFirst();
  if (otherGroup && String(otherGroup.id) !== input.id)
    throw createInvalidInputError({ name: `已经有叫“${input.name}”的打印机组，换一个名称` });
};

const requireGroupLimit = async ({ tx, memberId }: Scope): Promise<void> => {
  const { count } = await tx
    .selectFrom('printer_group')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_GROUPS)
    throw createConflictError(`最多 ${MAX_GROUPS} 个打印机组，先删除一个再来新建`);
};

/** The group to update; null for a new one. @throws 404 for a group of another member */
const findExistingGroupId = async ({ tx, memberId, input }: Scope): Promise<number | null> => {
  if (input.id === undefined) return null;
  return (await getPrinterGroup(tx, { id: Number(input.id), memberId })).id;
};

const storeGroup = async ({ ctx, tx, memberId, input }: Scope, before: number | null) => {
  const values = {
    name: input.name,
    rule: input.rule,
    delay: input.delayMinutes,
    asks: input.asks ? 1 : 0,
    updated_at: ctx.now(),
  };
  const row =
    before === null
      ? await tx
          .insertInto('printer_group')
          .values({ ...values, member_id: memberId, created_at: ctx.now() })
          .returningAll()
          .executeTakeFirstOrThrow()
      : await tx
          .updateTable('printer_group')
          .set(values)
          .where('id', '=', before)
          .returningAll()
          .executeTakeFirstOrThrow();
  await tx.deleteFrom('printer_group_place').where('printer_group_id', '=', row.id).execute();
  await tx
    .insertInto('printer_group_place')
    .values(
      input.printConfigIds.map((id, position) => ({
        printer_group_id: row.id,
        print_config_id: Number(id),
        position,
      })),
    )
    .execute();
  return row;
};

/**
 * Creates or updates a printer group. The new rule also applies to waiting labels.
 * @throws 400 when the name is taken or the printers are not interchangeable, 404 for a group or
 * configuration of another member, 409 for too many groups
 */
export const savePrinterGroup = ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: Input }): Promise<CallOutput<'savePrinterGroup'>> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const scope = { ctx, tx, memberId, input };
    const before = await findExistingGroupId(scope);
    if (before === null) await requireGroupLimit(scope);
    await requireUnusedGroupName(scope);
    await requireInterchangeablePrinters(scope);
    const [presentedGroup] = await presentGroups(tx, [await storeGroup(scope, before)]);
    if (!presentedGroup) throw new Error('a group that was stored is not shown');
    return presentedGroup;
  });
