import { type DetailTable, type Executor, type Selectable, type Tx } from '@yunbiao/db';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Candidate } from './candidates.ts';

type Detail = Selectable<DetailTable>;

/** Rows per insert: with 11 columns well below SQLite's limit of 32,766 parameters. */
const INSERT_ROWS = 400;

/**
 * Printers each label has been at since the member sent it, by label. A label does not return to a
 * printer it left. Sending it again resets the list.
 */
export const listTriedPrinters = async (
  executor: Executor,
  details: readonly Pick<Detail, 'id' | 'queued_at' | 'printer_id'>[],
): Promise<Map<number, Set<number>>> => {
  const triedByDetail = new Map(details.map(({ id, printer_id }) => [id, new Set([printer_id])]));
  const since = new Map(details.map(({ id, queued_at }) => [id, queued_at]));
  for (const ids of splitIntoChunks([...triedByDetail.keys()])) {
    const rows = await executor
      .selectFrom('label_move')
      .select(['detail_id', 'from_printer_id', 'to_printer_id', 'at'])
      .where('detail_id', 'in', ids)
      .execute();
    for (const { detail_id: id, from_printer_id, to_printer_id, at } of rows)
      if (at >= (since.get(id) ?? 0))
        triedByDetail.get(id)?.add(from_printer_id).add(to_printer_id);
  }
  return triedByDetail;
};

/** Key shared by labels that have been at the same printers. */
export const toTriedPrintersKey = (triedIds: ReadonlySet<number>): string =>
  [...triedIds].sort((a, b) => a - b).join();

/** Records in the labels' history that they move to another printer, and why. */
export const recordMoves = async (
  tx: Tx,
  details: readonly Pick<Detail, 'id' | 'member_id' | 'batch_id' | 'attempt'>[],
  {
    from,
    to,
    reason,
    at,
  }: {
    from: { id: number; name: string };
    to: Pick<Candidate, 'printer'>;
    reason: string;
    at: number;
  },
): Promise<void> => {
  for (const intoChunk of splitIntoChunks([...details], INSERT_ROWS))
    await tx
      .insertInto('label_move')
      .values(
        intoChunk.map((detail) => ({
          member_id: detail.member_id,
          batch_id: detail.batch_id,
          detail_id: detail.id,
          attempt: detail.attempt,
          from_printer_id: from.id,
          to_printer_id: to.printer.id,
          from_name: from.name,
          to_name: to.printer.name,
          reason,
          at,
        })),
      )
      .execute();
};
