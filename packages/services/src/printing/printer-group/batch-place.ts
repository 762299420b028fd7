import type { BatchTable, Executor, Selectable, Tx } from '@yunbiao/db';
import { storeSetupNeeds } from '../capabilities/index.ts';
import { buildPrintSetup } from '../print-config/setup.ts';
import type { Candidate } from './candidates.ts';

/**
 * Setup JSON that labels of the batches use at this printer, by batch, where it differs from the
 * batch's own.
 */
export const readSetupsAtPrinter = async (
  executor: Executor,
  batchIds: readonly number[],
  printerId: number,
): Promise<Map<number, { id: number; setup: string }>> => {
  if (batchIds.length === 0) return new Map();
  const rows = await executor
    .selectFrom('batch_place')
    .select(['id', 'batch_id', 'setup'])
    .where('batch_id', 'in', batchIds)
    .where('printer_id', '=', printerId)
    .execute();
  return new Map(rows.map(({ id, batch_id, setup }) => [batch_id, { id, setup }]));
};

type Batch = Pick<
  Selectable<BatchTable>,
  'id' | 'member_id' | 'printer_id' | 'template' | 'setup' | 'needs'
>;

/**
 * Stores the current setup for labels of a batch that use this configuration. A changed setup gets
 * a new row, so that a setup cached by the old row's id is not used again.
 */
export const storeBatchSetup = async (
  tx: Tx,
  batch: Batch,
  { config, client, printer }: Pick<Candidate, 'config' | 'client' | 'printer'>,
  now: number,
): Promise<void> => {
  const setup = JSON.stringify(buildPrintSetup(config));
  await storeSetupNeeds(tx, batch, buildPrintSetup(config));
  const before = (await readSetupsAtPrinter(tx, [batch.id], printer.id)).get(batch.id);
  const knownSetup = before?.setup ?? (batch.printer_id === printer.id ? batch.setup : undefined);
  if (knownSetup === setup) return;
  if (before) await tx.deleteFrom('batch_place').where('id', '=', before.id).execute();
  await tx
    .insertInto('batch_place')
    .values({
      batch_id: batch.id,
      member_id: batch.member_id,
      print_config_id: config.id,
      config_name: config.name,
      setup,
      client_id: client.id,
      client_name: client.remark || client.name,
      printer_id: printer.id,
      printer_name: printer.name,
      created_at: now,
    })
    .execute();
};
