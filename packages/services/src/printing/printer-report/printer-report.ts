import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Language } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { parsePrintSetup } from '@yunbiao/contract/printing/print-setup';
import { type Executor, runTransaction, type Tx, runMemberTransaction } from '@yunbiao/db';
import { canModelPrintLanguage } from '../../community/printer-models/describe-model.ts';
import {
  formatModelTitle,
  listModelsForLanguage,
} from '../../community/printer-models/list-printer-models.ts';
import { parseFacts, type PrinterFacts } from '../../community/printer-models/printer-facts.ts';
import { createInvalidator } from '../../platform/cache/generation.ts';
import type { MemberScope } from '../../platform/context.ts';
import { createConflictError, createInvalidInputError } from '../../platform/errors.ts';
import { toIso } from '../../platform/time.ts';
import { createConfigNotFoundError } from '../print-config/get-print-config.ts';

const invalidatePrinterModels = createInvalidator('printer-model');

type Reports = CallOutput<'reportPrinter'>;

const listReports = async (executor: Executor, memberId: number): Promise<Reports> => {
  const rows = await executor
    .selectFrom('printer_model_report')
    .leftJoin('printer_model', 'printer_model.name', 'printer_model_report.model')
    .select(['printer_model_report.model', 'printer_model_report.printer_name'])
    .select(['printer_model_report.created_at', 'printer_model.brand', 'printer_model.title'])
    .where('printer_model_report.member_id', '=', memberId)
    .orderBy('printer_model_report.id', 'desc')
    .execute();
  return {
    list: rows.map((row) => ({
      model: row.model,
      title: formatModelTitle(row) ?? row.model,
      printerName: row.printer_name,
      createdAt: toIso(row.created_at),
    })),
  };
};

/** @throws 404 for a configuration of another member, 409 for a virtual printer */
const requireRealPrinter = async (tx: Executor, memberId: number, configId: number) => {
  const printer = await tx
    .selectFrom('print_config')
    .innerJoin('client', 'client.id', 'print_config.client_id')
    .innerJoin('printer', 'printer.id', 'print_config.printer_id')
    .select(['printer.id', 'printer.name', 'client.is_virtual'])
    .where('print_config.id', '=', configId)
    .where('print_config.member_id', '=', memberId)
    .where('print_config.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!printer) throw createConfigNotFoundError();
  if (printer.is_virtual === 1) throw createConflictError('虚拟打印机没有型号，不能报');
  return printer;
};

/**
 * The newest label of the member that came out of this printer, or reached it where the printer
 * can prove no more, and its language: at another printer of its group, that one's.
 */
const findPrintedLabel = async (tx: Executor, memberId: number, printerId: number) => {
  const label = await tx
    .selectFrom('detail')
    .innerJoin('batch', 'batch.id', 'detail.batch_id')
    .leftJoin('batch_place', (join) =>
      join
        .onRef('batch_place.batch_id', '=', 'detail.batch_id')
        .onRef('batch_place.printer_id', '=', 'detail.printer_id'),
    )
    .select(['detail.state', 'detail.evidence', 'batch.batch_no'])
    .select((eb) => eb.fn.coalesce('batch_place.setup', 'batch.setup').as('setup'))
    .where('detail.member_id', '=', memberId)
    .where('detail.printer_id', '=', printerId)
    .where('detail.state', 'in', ['printed', 'sent'])
    .orderBy('detail.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return label && { ...label, language: parsePrintSetup(label.setup).language };
};

/** Returns a label that the printer has printed. @throws 409 without one */
const requirePrintedLabel = async (tx: Tx, memberId: number, printerId: number) => {
  const label = await findPrintedLabel(tx, memberId, printerId);
  if (label) return label;
  throw createConflictError('这台打印机还没有打印成过标签；先打印一张校准标签，看它打印出来了再报');
};

/**
 * The models the member has reported; with a configuration also those that its printer can be.
 * @throws 404, 409 for a virtual printer
 */
export const listOwnReportsAndModelChoices = async ({
  ctx,
  memberId,
  input: { id },
}: MemberScope & { input: CallParsed<'printerReports'> }): Promise<
  CallOutput<'printerReports'>
> => {
  const { kysely } = ctx.db;
  const reports = await listReports(kysely, memberId);
  if (id === undefined) return { ...reports, choices: null };
  const printer = await requireRealPrinter(kysely, memberId, Number(id));
  const label = await findPrintedLabel(kysely, memberId, printer.id);
  const language = label?.language ?? null;
  return { ...reports, choices: await listModelsForLanguage({ ctx, language }) };
};

/** Facts of a model. Undefined for an unknown one, and for one that no page shows as it is broken. */
const readModelFacts = async (tx: Tx, model: string): Promise<PrinterFacts | undefined> => {
  const row = await tx
    .selectFrom('printer_model')
    .select('facts')
    .where('name', '=', model)
    .executeTakeFirst();
  try {
    return row && parseFacts(row.facts);
  } catch {
    return undefined;
  }
};

/** @throws 400 for an unknown model, and for one that cannot have printed in this language */
const requireModel = async (tx: Tx, model: string, language: Language): Promise<void> => {
  const facts = await readModelFacts(tx, model);
  if (!facts) throw createInvalidInputError({ model: '没有这个型号，刷新以后再选' });
  if (canModelPrintLanguage(facts, language)) return;
  const names = facts.languages.map(({ name }) => name).join('、');
  throw createInvalidInputError({
    model: `这个型号的语言是 ${names}，打印出来的标签用的是 ${LANGUAGE_FACTS[language].name}`,
  });
};

/**
 * Counts the member among those whose label a model printed, once per model, with the label that
 * proves it. A repeated report replaces the proof.
 * @throws 400 for an unknown model and one of another language, 404, 409 without a printed label
 */
export const reportPrinterModel = async ({
  ctx,
  memberId,
  input: { id, model },
}: MemberScope & { input: CallParsed<'reportPrinter'> }): Promise<Reports> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const printer = await requireRealPrinter(tx, memberId, Number(id));
    const label = await requirePrintedLabel(tx, memberId, printer.id);
    await requireModel(tx, model, label.language);
    const proof = {
      printer_name: printer.name,
      language: label.language,
      batch_no: label.batch_no,
      state: label.state,
      evidence: label.evidence,
      created_at: ctx.now(),
    };
    await tx
      .insertInto('printer_model_report')
      .values({ member_id: memberId, model, ...proof })
      .onConflict((conflict) => conflict.columns(['member_id', 'model']).doUpdateSet(proof))
      .execute();
    await invalidatePrinterModels({ ctx, tx });
    return listReports(tx, memberId);
  });

/** Takes a report of the member back. Without a report it changes nothing. */
export const withdrawPrinterReport = async ({
  ctx,
  memberId,
  input: { model },
}: MemberScope & { input: CallParsed<'withdrawPrinterReport'> }): Promise<Reports> =>
  runTransaction(ctx.db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('printer_model_report')
      .where('member_id', '=', memberId)
      .where('model', '=', model)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await invalidatePrinterModels({ ctx, tx });
    return listReports(tx, memberId);
  });
