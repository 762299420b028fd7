import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { blankOwned, hasOwned, removeOwned, type TableName, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { MINUTE } from '../time.ts';
import type { Held } from './holding.ts';
import { HELD } from './holdings.ts';
import { FIRST_ROWS, paced } from './pace.ts';
import { type Step, WAYS } from './ways.ts';

/** What was under way when the account was closed has ended after this, and is taken along by another round. */
const SETTLED_MS = 10 * MINUTE;

type Piece = readonly [TableName, Held];

/** A table says of some columns what is written over them. */
const written = (set: Readonly<Record<string, string | number | null | undefined>>) =>
  Object.fromEntries(
    Object.entries(set).flatMap(([column, value]) =>
      value === undefined ? [] : [[column, value] as const],
    ),
  );

const getStep = ([table, { owner, erase }]: Piece): Step | null => {
  switch (erase.how) {
    case 'keep':
      return null;
    case 'way':
      return WAYS[erase.way];
    case 'remove':
      return ({ ctx, memberId, limit }) =>
        transaction(ctx.db, async (tx) =>
          (await removeOwned(tx, { table, owner, memberId, limit })) < limit ? null : 0,
        );
    case 'blank':
      return ({ ctx, memberId, after, limit }) =>
        transaction(ctx.db, (tx) =>
          blankOwned(tx, {
            table,
            owner,
            memberId,
            after,
            limit,
            set: written(erase.set),
            except: erase.except,
          }),
        );
  }
};

/** Where one deletion is. */
export type Under = { memberId: number; closedAt: number; piece: string; afterId: number };

const note = async (ctx: Context, { memberId, piece, afterId }: Under): Promise<void> => {
  await ctx.db.kysely
    .updateTable('member_deletion')
    .set({ piece, after_id: afterId })
    .where('member_id', '=', memberId)
    .execute();
};

/** Empties one table as far as it comes. Each step can be done again: what is noted only saves work. */
const emptyPiece = async (
  ctx: Context,
  under: Under,
  step: Step,
  signal: AbortSignal | undefined,
): Promise<void> => {
  let limit = FIRST_ROWS;
  for (let after = under.afterId; !signal?.aborted;) {
    const { piece: table, memberId } = under;
    const began = performance.now();
    const came = await step({ ctx, table, memberId, after, limit });
    limit = paced(limit, performance.now() - began);
    if (came === null) return;
    // Between two writes everybody else has a turn.
    await turn();
    if (came === after) continue;
    after = came;
    await note(ctx, { ...under, afterId: after });
    await turn();
  }
};

/** Whether something has to stay as it is for now: a refund that is asked for, a report nobody has read. */
const isAwaited = async (ctx: Context, memberId: number): Promise<boolean> => {
  for (const [table, { owner, erase }] of HELD) {
    const among = erase.how === 'blank' ? erase.except : undefined;
    if (among && (await hasOwned(ctx.db.kysely, { table, owner, memberId, among }))) return true;
  }
  return false;
};

/**
 * Takes what is left of a closed account away, table by table, from where it stopped; ends early when `signal` is aborted.
 * Returns whether all is done. What awaits somebody else's word keeps it open: it is looked at again in the next sweep.
 */
export const emptyAccount = async (
  ctx: Context,
  under: Under,
  signal?: AbortSignal,
): Promise<boolean> => {
  const from = Math.max(
    0,
    HELD.findIndex(([table]) => table === under.piece),
  );
  for (const [index, piece] of HELD.entries()) {
    const step = index < from ? null : getStep(piece);
    if (!step) continue;
    const isFirst = index === from && under.piece === piece[0];
    const here = { ...under, piece: piece[0], afterId: isFirst ? under.afterId : 0 };
    await note(ctx, here);
    await emptyPiece(ctx, here, step, signal);
    if (signal?.aborted) return false;
  }
  const isSettled = ctx.now() - under.closedAt >= SETTLED_MS;
  const isDone = isSettled && !(await isAwaited(ctx, under.memberId));
  // Another round begins at the first table.
  await note(ctx, { ...under, piece: '', afterId: 0 });
  return isDone;
};
