import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import {
  overwriteMemberRows,
  hasMemberRowMatchingValues,
  deleteMemberRows,
  type TableName,
  runTransaction,
} from '@yunbiao/db';
import type { Context } from '../platform/context.ts';
import { MINUTE } from '../platform/time.ts';
import type { MemberTable } from './table-inventory-types.ts';
import { MEMBER_TABLES } from './table-inventory.ts';
import { INITIAL_ROWS, computeNextRowCount } from './transaction-size.ts';
import { type ErasureStep, ERASURE_STEPS } from './erasure-steps.ts';

/**
 * Work that was in progress when the account closed has ended after this time. A second pass then
 * deletes its data.
 */
const SETTLE_DELAY_MS = 10 * MINUTE;

type TableEntry = readonly [TableName, MemberTable];

/** Removes columns without a value. */
const omitUndefined = (set: Readonly<Record<string, string | number | null | undefined>>) =>
  Object.fromEntries(
    Object.entries(set).flatMap(([column, value]) =>
      value === undefined ? [] : [[column, value] as const],
    ),
  );

const getErasureStepOfTable = ([table, { owner, erase }]: TableEntry): ErasureStep | null => {
  switch (erase.how) {
    case 'keep':
      return null;
    case 'way':
      return ERASURE_STEPS[erase.way];
    case 'remove':
      return ({ ctx, memberId, limit }) =>
        runTransaction(ctx.db, async (tx) =>
          (await deleteMemberRows(tx, { table, owner, memberId, limit })) < limit ? null : 0,
        );
    case 'blank':
      return ({ ctx, memberId, after, limit }) =>
        runTransaction(ctx.db, (tx) =>
          overwriteMemberRows(tx, {
            table,
            owner,
            memberId,
            after,
            limit,
            set: omitUndefined(erase.set),
            except: erase.except,
          }),
        );
  }
};

/** Progress of a deletion. */
export type DeletionProgress = {
  memberId: number;
  closedAt: number;
  piece: string;
  afterId: number;
};

const storeDeletionProgress = async (
  ctx: Context,
  { memberId, piece, afterId }: DeletionProgress,
): Promise<void> => {
  await ctx.db.kysely
    .updateTable('member_deletion')
    .set({ piece, after_id: afterId })
    .where('member_id', '=', memberId)
    .execute();
};

/**
 * Empties one table until done or aborted. All steps are idempotent: the recorded progress only
 * saves work.
 */
const eraseTable = async (
  ctx: Context,
  under: DeletionProgress,
  step: ErasureStep,
  signal: AbortSignal | undefined,
): Promise<void> => {
  let limit = INITIAL_ROWS;
  for (let after = under.afterId; !signal?.aborted;) {
    const { piece: table, memberId } = under;
    const startedAt = performance.now();
    const lastRow = await step({ ctx, table, memberId, after, limit });
    limit = computeNextRowCount(limit, performance.now() - startedAt);
    if (lastRow === null) return;
    // Yield to other requests between two writes.
    await turn();
    if (lastRow === after) continue;
    after = lastRow;
    await storeDeletionProgress(ctx, { ...under, afterId: after });
    await turn();
  }
};

/** Whether rows must stay for now, e.g. an open refund request or an unread report. */
const hasRowsThatMustStay = async (ctx: Context, memberId: number): Promise<boolean> => {
  for (const [table, { owner, erase }] of MEMBER_TABLES) {
    const exceptRows = erase.how === 'blank' ? erase.except : undefined;
    if (
      exceptRows &&
      (await hasMemberRowMatchingValues(ctx.db.kysely, {
        table,
        owner,
        memberId,
        among: exceptRows,
      }))
    )
      return true;
  }
  return false;
};

/**
 * Deletes the remaining data of a closed account, table by table, from the recorded progress. Stops
 * early when `signal` is aborted. Returns whether it is complete. Rows that wait for a decision
 * keep it open until a later run.
 */
export const eraseAccountData = async (
  ctx: Context,
  under: DeletionProgress,
  signal?: AbortSignal,
): Promise<boolean> => {
  const from = Math.max(
    0,
    MEMBER_TABLES.findIndex(([table]) => table === under.piece),
  );
  for (const [index, piece] of MEMBER_TABLES.entries()) {
    const step = index < from ? null : getErasureStepOfTable(piece);
    if (!step) continue;
    const isFirst = index === from && under.piece === piece[0];
    const place = { ...under, piece: piece[0], afterId: isFirst ? under.afterId : 0 };
    await storeDeletionProgress(ctx, place);
    await eraseTable(ctx, place, step, signal);
    if (signal?.aborted) return false;
  }
  const isSettled = ctx.now() - under.closedAt >= SETTLE_DELAY_MS;
  const isDone = isSettled && !(await hasRowsThatMustStay(ctx, under.memberId));
  // The next pass starts at the first table.
  await storeDeletionProgress(ctx, { ...under, piece: '', afterId: 0 });
  return isDone;
};
