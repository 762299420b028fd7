import type { BatchTable, Executor, Selectable, Tx } from '@yunbiao/db';
import { addSetupNeeds } from '../drawing/index.ts';
import { getSetup } from '../print-config/setup.ts';
import type { Candidate } from './candidates.ts';

/** JSON of what labels of batches are drawn with at a printer, by batch, where it is not the batch's own. */
export const setupsAt = async (
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
 * Keeps how a configuration is now for labels of a batch that are printed with it. What was kept before gives way to a
 * row of its own: whoever remembers the old one by its id draws nothing with it any more.
 */
export const keepPlace = async (
  tx: Tx,
  batch: Batch,
  { config, client, printer }: Pick<Candidate, 'config' | 'client' | 'printer'>,
  now: number,
): Promise<void> => {
  const setup = JSON.stringify(getSetup(config));
  await addSetupNeeds(tx, batch, getSetup(config));
  const before = (await setupsAt(tx, [batch.id], printer.id)).get(batch.id);
  const known = before?.setup ?? (batch.printer_id === printer.id ? batch.setup : undefined);
  if (known === setup) return;
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
