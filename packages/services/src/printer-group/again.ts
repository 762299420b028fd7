import type { BatchTable, Selectable, Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { anyOne, type Candidate, readyOne } from './candidates.ts';
import { keepPlace } from './place.ts';
import { candidatesFor, getSource } from './scene.ts';
import { getReadiness } from './readiness.ts';

/** Where a label is sent again: at another printer of its group, or where it was; `gone`: that one never prints again. */
export type Again =
  | { kind: 'there'; why: string }
  | { kind: 'gone'; why: string }
  | { kind: 'other'; to: Candidate; from: { id: number; name: string }; why: string };

/**
 * Where labels of a batch that were at a printer are sent again. It stays the same one while that is ready, or no other of
 * the group is. The member and the printer's client are locked by the caller; those of the group are here.
 */
export const printerForAgain = async (
  ctx: Context,
  tx: Tx,
  batch: Selectable<BatchTable>,
  printerId: number,
): Promise<Again> => {
  const source = await getSource(tx, printerId);
  const readiness = getReadiness(ctx, source, batch);
  if (readiness.kind === 'ready') return { kind: 'there', why: '' };
  const { why } = readiness;
  const stays: Again = readiness.kind === 'gone' ? { kind: 'gone', why } : { kind: 'there', why };
  const found = await candidatesFor(ctx, tx, batch, [source.client_id]);
  if (!found) return stays;
  const { candidates, group, waiting } = found;
  const here = new Set([printerId]);
  const to =
    readyOne(candidates, group, waiting, here) ??
    (readiness.kind === 'gone' ? anyOne(candidates, group, waiting, here) : undefined);
  if (!to) return stays;
  await keepPlace(tx, batch, to, ctx.now());
  return { kind: 'other', to, from: { id: source.id, name: source.name }, why };
};
