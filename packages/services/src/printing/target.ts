import type { ClientTable, PrintConfigTable, PrinterTable, Selectable, Tx } from '@yunbiao/db';
import type { Template } from '@yunbiao/label';
import { lockClient } from '../client/lock-client.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { fitTrouble, machineTrouble } from '../print-config/setup.ts';

/** Where a batch goes. */
export type Target = {
  config: Selectable<PrintConfigTable>;
  client: Selectable<ClientTable>;
  printer: Selectable<PrinterTable>;
  /** The group it was chosen from. */
  group?: { id: number; name: string };
};

/** The configuration with its machine, fit to take labels. @throws 404, 409 */
export const getTarget = async (tx: Tx, memberId: number, configId: number): Promise<Target> => {
  const config = await tx
    .selectFrom('print_config')
    .selectAll()
    .where('id', '=', configId)
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!config) throw notFound('没有这个打印机配置');
  if (config.enabled === 0) throw conflict(`打印机配置“${config.name}”已停用`);
  // Locked, so that a hello that takes the printer away comes before this batch or sees its labels.
  const client = await lockClient(tx, config.client_id);
  if (!client) throw conflict(`配置“${config.name}”的客户端已撤销，请给它换一台`);
  const printer = await tx
    .selectFrom('printer')
    .selectAll()
    .where('id', '=', config.printer_id)
    .executeTakeFirstOrThrow();
  if (printer.gone === 1)
    throw conflict(`打印机“${printer.name}”已从客户端移除，请给配置“${config.name}”换一台`);
  const trouble = machineTrouble(config, printer);
  if (trouble !== '') throw conflict(trouble);
  return { config, client, printer };
};

/** {@link getTarget} a submission for one configuration. */
export const configTarget =
  (memberId: number, configId: number) =>
  (tx: Tx): Promise<Target> =>
    getTarget(tx, memberId, configId);

/** @throws 400 for a template that would be printed beyond the label of the roll */
export const checkFit = (template: Template, config: Selectable<PrintConfigTable>): void => {
  const trouble = fitTrouble(template, config);
  if (trouble !== '') throw invalid({ templateId: trouble });
};
