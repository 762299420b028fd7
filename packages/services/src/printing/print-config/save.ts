import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import {
  type Insertable,
  type PrintConfigTable,
  type Selectable,
  type Tx,
  runMemberTransaction,
} from '@yunbiao/db';
import { resolveMediaAndFinishing } from '@yunbiao/contract/limits/print-config';
import { getClientOfMember } from '../client/get-client.ts';
import type { Context, MemberScope } from '../../platform/context.ts';
import {
  createForbiddenError,
  createInvalidInputError,
  createNotFoundError,
} from '../../platform/errors.ts';
import { getMemberPlan } from '../../identity/software/entitlements.ts';
import { countPrintersUsed } from '../../identity/software/usage.ts';
import { presentConfig, toHundredths } from './present.ts';
import { getConfigWithPrinter } from './get-print-config.ts';

type Input = CallParsed<'savePrintConfig'>;
type Scope = { ctx: Context; tx: Tx; memberId: number; input: Input };

/**
 * Checks that client and printer belong to the member and that the printer supports the language.
 */
const requireMatchingPrinter = async ({
  tx,
  memberId,
  input,
}: Scope): Promise<{ softwareId: number }> => {
  const client = await getClientOfMember(tx, { id: Number(input.clientId), memberId });
  const printer = await tx
    .selectFrom('printer')
    .selectAll()
    .where('id', '=', Number(input.printerId))
    .where('client_id', '=', client.id)
    .executeTakeFirst();
  if (!printer) throw createNotFoundError('这台客户端上没有这台打印机');
  if (printer.gone === 1)
    throw createInvalidInputError({ printerId: `打印机“${printer.name}”已从客户端移除，请换一台` });
  if (printer.language !== input.language) {
    throw createInvalidInputError({
      language: `这台打印机用的是 ${LANGUAGE_FACTS[printer.language as Input['language']].name}`,
    });
  }
  if (printer.dpi !== input.dpi)
    throw createInvalidInputError({ dpi: `这台打印机是 ${printer.dpi} dpi` });
  return { softwareId: client.software_id };
};

const requirePrintConfigQuota = async (
  { ctx, tx, memberId }: Scope,
  softwareId: number,
): Promise<void> => {
  const vip = await getMemberPlan(tx, { memberId, softwareId, now: ctx.now() });
  const usedPrinters = await countPrintersUsed(tx, { memberId, softwareId });
  if (usedPrinters < vip.entitlements.printers) return;
  throw createForbiddenError(
    `“${vip.name}”最多 ${vip.entitlements.printers} 个打印机配置，已经有 ${usedPrinters} 个；先删除一个，再来新建`,
  );
};

const toConfigColumns = (
  input: Input,
): Omit<
  Insertable<PrintConfigTable>,
  'id' | 'member_id' | 'is_default' | 'calibrated_from' | 'created_at' | 'updated_at'
> => ({
  ...resolveMediaAndFinishing(input),
  client_id: Number(input.clientId),
  printer_id: Number(input.printerId),
  name: input.name,
  language: input.language,
  width: toHundredths(input.widthMm),
  height: toHundredths(input.heightMm),
  // Continuous media have no gap.
  gap: resolveMediaAndFinishing(input).media === 'continuous' ? 0 : toHundredths(input.gapMm),
  columns: input.columns,
  column_gap: toHundredths(input.columnGapMm),
  dpi: input.dpi,
  offset_x: toHundredths(input.offsetXMm),
  offset_y: toHundredths(input.offsetYMm),
  pitch_scale: toHundredths(input.pitchScale),
  rotation: input.rotation,
  bar_reduction: input.barReduction,
  vector: input.vector ? 1 : 0,
  darkness: input.darkness,
  speed: input.speed,
  cut_each: input.cutEach,
  shift: input.shiftMm === null ? null : toHundredths(input.shiftMm),
  copies: input.copies,
  enabled: input.enabled ? 1 : 0,
  deleted_at: null,
});

const hasMemberOtherDefaultConfig = async (
  { tx, memberId }: Scope,
  id: number | null,
): Promise<boolean> => {
  const row = await tx
    .selectFrom('print_config')
    .select('id')
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .where('is_default', '=', 1)
    .$if(id !== null, (query) => query.where('id', '!=', id ?? 0))
    .executeTakeFirst();
  return row !== undefined;
};

const clearDefaultConfigs = async ({ tx, memberId }: Scope): Promise<void> => {
  await tx
    .updateTable('print_config')
    .set({ is_default: 0 })
    .where('member_id', '=', memberId)
    .where('is_default', '=', 1)
    .execute();
};

type Existing = { id: number; calibratedFrom: string | null };

/**
 * A manual change of the offsets makes the stored values from before the calibration useless: null
 * then.
 */
const getOffsetsBeforeCalibration = (
  row: Selectable<PrintConfigTable>,
  input: Input,
): string | null =>
  row.offset_x === toHundredths(input.offsetXMm) &&
  row.offset_y === toHundredths(input.offsetYMm) &&
  row.pitch_scale === toHundredths(input.pitchScale)
    ? row.calibrated_from
    : null;

const findExistingConfig = async ({ tx, memberId, input }: Scope): Promise<Existing | null> => {
  if (input.id === undefined) return null;
  const row = await getConfigWithPrinter(tx, { id: Number(input.id), memberId });
  return { id: row.id, calibratedFrom: getOffsetsBeforeCalibration(row, input) };
};

/**
 * Stores a configuration and keeps exactly one default: the first one becomes the default
 * automatically, and stays it until the member chooses another.
 */
const storeConfig = async (scope: Scope, before: Existing | null): Promise<number> => {
  const id = before?.id ?? null;
  const { ctx, tx, memberId, input } = scope;
  const isDefault = input.isDefault || !(await hasMemberOtherDefaultConfig(scope, id));
  if (isDefault) await clearDefaultConfigs(scope);
  const values = {
    ...toConfigColumns(input),
    is_default: isDefault ? 1 : 0,
    calibrated_from: before?.calibratedFrom ?? null,
    updated_at: ctx.now(),
  };
  if (id !== null) {
    await tx
      .updateTable('print_config')
      .set(values)
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .execute();
    return id;
  }
  const row = await tx
    .insertInto('print_config')
    .values({ ...values, member_id: memberId, created_at: ctx.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/**
 * Creates or updates a print configuration.
 * @throws 400 when settings do not match the printer, 403 over the plan's limit, 404 for a client
 * or printer of another member
 */
export const savePrintConfig = ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: Input }): Promise<CallOutput<'savePrintConfig'>> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const scope = { ctx, tx, memberId, input };
    const before = await findExistingConfig(scope);
    const { softwareId } = await requireMatchingPrinter(scope);
    if (before === null) await requirePrintConfigQuota(scope, softwareId);
    const savedConfig = await storeConfig(scope, before);
    return presentConfig(ctx, await getConfigWithPrinter(tx, { id: savedConfig, memberId }));
  });
