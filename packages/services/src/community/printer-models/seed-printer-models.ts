import { runTransaction, type PrinterModelTable, type Selectable, type Tx } from '@yunbiao/db';
import { createInvalidator } from '../../platform/cache/generation.ts';
import type { Context } from '../../platform/context.ts';
import { hashRowContent, listModels, type ListedModel, toRowContent } from './printer-facts.ts';

const invalidatePrinterModels = createInvalidator('printer-model');

type Row = Selectable<PrinterModelTable>;

/** Whether the row is as a start wrote it. */
const isRowUnchangedSinceSeed = (row: Row): boolean =>
  row.seed !== '' && row.seed === hashRowContent(row);

const createSeedRow = (model: ListedModel, now: number) => {
  const content = toRowContent(model);
  return {
    ...content,
    name: model.name,
    seed: hashRowContent(content),
    created_at: now,
    updated_at: now,
  };
};

type SeedRow = ReturnType<typeof createSeedRow>;

/** Corrects a stored row that is as a start wrote it. Returns whether it changed. */
const updateSeededRow = async (tx: Tx, seed: SeedRow, row: Row): Promise<boolean> => {
  if (!isRowUnchangedSinceSeed(row) || row.seed === seed.seed) return false;
  const { name: _, created_at: __, ...values } = seed;
  await tx.updateTable('printer_model').set(values).where('id', '=', row.id).execute();
  return true;
};

/**
 * Brings the table of printer models up to the product's own list, at every start. A row that an
 * operator changed or added stays as it is; a seeded one that left the list is deleted.
 */
export const syncPrinterModels = async ({ ctx }: { ctx: Context }): Promise<void> => {
  const seeds = listModels().map((model) => createSeedRow(model, ctx.now()));
  const seedNames = new Set(seeds.map(({ name }) => name));
  await runTransaction(ctx.db, async (tx) => {
    const storedRows = await tx.selectFrom('printer_model').selectAll().execute();
    const storedByName = new Map(storedRows.map((row) => [row.name, row]));
    const newSeeds = seeds.filter(({ name }) => !storedByName.has(name));
    const obsoleteRows = storedRows.filter(
      (row) => !seedNames.has(row.name) && isRowUnchangedSinceSeed(row),
    );
    let hasChanged = newSeeds.length > 0 || obsoleteRows.length > 0;
    if (newSeeds.length > 0) await tx.insertInto('printer_model').values(newSeeds).execute();
    for (const { id } of obsoleteRows)
      await tx.deleteFrom('printer_model').where('id', '=', id).execute();
    for (const seed of seeds) {
      const storedRow = storedByName.get(seed.name);
      if (storedRow && (await updateSeededRow(tx, seed, storedRow))) hasChanged = true;
    }
    if (hasChanged) await invalidatePrinterModels({ ctx, tx });
  });
};
