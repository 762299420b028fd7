import type { BatchTable, Selectable, Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { selectCandidateToQueueAt, type Candidate, selectReadyCandidate } from './candidates.ts';
import { lockCandidates, readSourcePrinter } from './lock-candidates.ts';
import { getPrinterReadiness } from './readiness.ts';

/**
 * Target of a reprint: another printer of the group, or the same one; `gone`: that printer never
 * prints again.
 */
export type ReprintTarget =
  | { kind: 'there'; why: string }
  | { kind: 'gone'; why: string }
  | { kind: 'other'; to: Candidate; from: { id: number; name: string }; why: string };

/**
 * Chooses the printer for a reprint. It stays the same while it is ready or no other printer of the
 * group is. The caller has locked the member and the printer's client; this locks the clients of
 * the group.
 */
export const choosePrinterForReprint = async (
  ctx: Context,
  tx: Tx,
  batch: Selectable<BatchTable>,
  printerId: number,
): Promise<ReprintTarget> => {
  const source = await readSourcePrinter(tx, printerId);
  const readiness = getPrinterReadiness(ctx, source, batch);
  if (readiness.kind === 'ready') return { kind: 'there', why: '' };
  const { why } = readiness;
  const sameTarget: ReprintTarget =
    readiness.kind === 'gone' ? { kind: 'gone', why } : { kind: 'there', why };
  const groupCandidates = await lockCandidates(ctx, tx, batch, [source.client_id]);
  if (!groupCandidates) return sameTarget;
  const { candidates, group, waiting } = groupCandidates;
  const currentPrinter = new Set([printerId]);
  const to =
    selectReadyCandidate(candidates, group, waiting, currentPrinter) ??
    (readiness.kind === 'gone'
      ? selectCandidateToQueueAt(candidates, group, waiting, currentPrinter)
      : undefined);
  if (!to) return sameTarget;
  return { kind: 'other', to, from: { id: source.id, name: source.name }, why };
};
