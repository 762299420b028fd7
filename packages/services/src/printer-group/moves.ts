import { type DetailTable, type Executor, type Selectable, type Tx } from '@yunbiao/db';
import { chunks } from '../chunks.ts';
import type { Candidate } from './candidates.ts';

type Detail = Selectable<DetailTable>;

/** Rows of one insert: with 11 columns well below SQLite's 32,766 parameters. */
const INSERT_ROWS = 400;

/**
 * Where labels have been since the member sent them, by label: none comes back to a printer it left. What is sent again
 * begins anew.
 */
export const triedBy = async (
  executor: Executor,
  details: readonly Pick<Detail, 'id' | 'queued_at' | 'printer_id'>[],
): Promise<Map<number, Set<number>>> => {
  const tried = new Map(details.map(({ id, printer_id }) => [id, new Set([printer_id])]));
  const since = new Map(details.map(({ id, queued_at }) => [id, queued_at]));
  for (const ids of chunks([...tried.keys()])) {
    const rows = await executor
      .selectFrom('label_move')
      .select(['detail_id', 'from_printer_id', 'to_printer_id', 'at'])
      .where('detail_id', 'in', ids)
      .execute();
    for (const { detail_id: id, from_printer_id, to_printer_id, at } of rows)
      if (at >= (since.get(id) ?? 0)) tried.get(id)?.add(from_printer_id).add(to_printer_id);
  }
  return tried;
};

/** What labels that have been at the same printers have in common. */
export const triedKey = (tried: ReadonlySet<number>): string =>
  [...tried].sort((a, b) => a - b).join();

/** Writes into the time lines of labels that they go from one printer to another, and why. */
export const noteMoves = async (
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
  for (const some of chunks([...details], INSERT_ROWS))
    await tx
      .insertInto('label_move')
      .values(
        some.map((detail) => ({
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
