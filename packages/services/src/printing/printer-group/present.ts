import type { CallOutput } from '@yunbiao/contract';
import type { Executor, PrinterGroupTable, Selectable } from '@yunbiao/db';
import { toIso } from '../../platform/time.ts';

export type PrinterGroup = CallOutput<'savePrinterGroup'>;

export type GroupRow = Selectable<PrinterGroupTable>;

/** Configuration ids of groups in order, without deleted configurations. */
const listGroupConfigIds = async (
  executor: Executor,
  groupIds: readonly number[],
): Promise<Map<number, string[]>> => {
  const places = new Map<number, string[]>(groupIds.map((id) => [id, []]));
  if (groupIds.length === 0) return places;
  const rows = await executor
    .selectFrom('printer_group_place')
    .innerJoin('print_config', 'print_config.id', 'printer_group_place.print_config_id')
    .select(['printer_group_place.printer_group_id', 'print_config.id'])
    .where('printer_group_place.printer_group_id', 'in', groupIds)
    .where('print_config.deleted_at', 'is', null)
    .orderBy('printer_group_place.position')
    .execute();
  for (const { printer_group_id: groupId, id } of rows) places.get(groupId)?.push(String(id));
  return places;
};

export const presentGroups = async (
  executor: Executor,
  rows: readonly GroupRow[],
): Promise<PrinterGroup[]> => {
  const places = await listGroupConfigIds(
    executor,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    rule: row.rule as PrinterGroup['rule'],
    delayMinutes: row.delay,
    asks: row.asks === 1,
    printConfigIds: places.get(row.id) ?? [],
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
  }));
};
