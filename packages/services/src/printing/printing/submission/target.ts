import type { ClientTable, PrintConfigTable, PrinterTable, Selectable, Tx } from '@yunbiao/db';
import type { Template } from '@yunbiao/label';
import { lockClientRow } from '../../client/lock-client.ts';
import { createConflictError, createInvalidInputError } from '../../../platform/errors.ts';
import { describeTemplateTooLarge, describePrinterFault } from '../../print-config/setup.ts';
import { getPrintConfig } from '../../print-config/get-print-config.ts';

/** Destination of a batch. */
export type Target = {
  config: Selectable<PrintConfigTable>;
  client: Selectable<ClientTable>;
  printer: Selectable<PrinterTable>;
  /** The group from which the printer was chosen. */
  group?: { id: number; name: string };
};

/**
 * Finds the configuration with its client and printer and checks that it accepts labels.
 * @throws 404, 409
 */
export const getPrintTarget = async (
  tx: Tx,
  memberId: number,
  configId: number,
): Promise<Target> => {
  const config = await getPrintConfig(tx, { id: configId, memberId });
  if (config.enabled === 0) throw createConflictError(`打印机配置“${config.name}”已停用`);
  // Locked, so that a hello that removes the printer either comes first or sees the labels of this
  // batch.
  const client = await lockClientRow(tx, config.client_id);
  if (!client) throw createConflictError(`配置“${config.name}”的客户端已撤销，请给它换一台`);
  const printer = await tx
    .selectFrom('printer')
    .selectAll()
    .where('id', '=', config.printer_id)
    .executeTakeFirstOrThrow();
  if (printer.gone === 1)
    throw createConflictError(
      `打印机“${printer.name}”已从客户端移除，请给配置“${config.name}”换一台`,
    );
  const trouble = describePrinterFault(config, printer);
  if (trouble !== '') throw createConflictError(trouble);
  return { config, client, printer };
};

/** Resolver for a submission to one configuration, see {@link getPrintTarget}. */
export const createConfigTargetResolver =
  (memberId: number, configId: number) =>
  (tx: Tx): Promise<Target> =>
    getPrintTarget(tx, memberId, configId);

/** Checks that the template fits on the label of the roll. @throws 400 when it is larger */
export const requireTemplateFit = (
  template: Template,
  config: Selectable<PrintConfigTable>,
): void => {
  const trouble = describeTemplateTooLarge(template, config);
  if (trouble !== '') throw createInvalidInputError({ templateId: trouble });
};
