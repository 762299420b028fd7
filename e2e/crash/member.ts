import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@yunbiao/contract';
import {
  cancelBatch,
  type Context,
  ServiceError,
  moveBatch,
  resolveIncident,
} from '@yunbiao/services';
import type { Desk, Stage } from './stage.ts';

/** The member's actions while labels are open, with the operations of the pages. */
export type Member = { ctx: Context; memberId: number };

/** Interval at which a member checks for questions. */
const LOOK_MS = 2000;

/** Complete prints per label number, over all printers. */
export const countWhole = (desks: readonly Desk[]): Map<string, number> => {
  const times = new Map<string, number>();
  for (const { printer } of desks)
    for (const { source, whole, key } of printer.paper())
      if (source !== 'feed' && whole)
        for (const name of key.split('+')) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
};

/** False when the service rejects the action, as the pages would. */
const ignoreRefusal = async (act: Promise<unknown>): Promise<boolean> => {
  try {
    await act;
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
};

/** Cancels an unfinished batch. */
export const recallBatch = async (stage: Stage, { ctx, memberId }: Member): Promise<void> => {
  const open = await ctx.db.kysely
    .selectFrom('batch')
    .select('batch_no')
    .where('finished_at', 'is', null)
    .execute();
  if (open.length === 0) return;
  const { batch_no: batchNo } = stage.random.pick(open);
  stage.cancels = true;
  await cancelBatch({ ctx, memberId, batchNo });
};

/** Reprints (重新打印) all uncertain labels, batch by batch. */
export const printAgain = async (stage: Stage, { ctx, memberId }: Member): Promise<void> => {
  const rows = await ctx.db.kysely
    .selectFrom('detail')
    .innerJoin('batch', 'batch.id', 'detail.batch_id')
    .select(['detail.id', 'detail.attempt', 'detail.data', 'batch.batch_no'])
    .where('detail.state', '=', 'uncertain')
    .execute();
  for (const [batchNo, labels] of Map.groupBy(rows, ({ batch_no }) => batch_no)) {
    const before = countWhole(stage.desks);
    const reprint = labels.map(({ id, attempt }) => ({ id: String(id), attempt }));
    const input = calls.incidentSettle.input.parse({ batchNo, printed: [], reprint });
    if (!(await ignoreRefusal(resolveIncident({ ctx, memberId, input })))) continue;
    const now = await ctx.db.kysely
      .selectFrom('detail')
      .select(['id', 'attempt'])
      .where(
        'id',
        'in',
        labels.map(({ id }) => id),
      )
      .execute();
    const attempts = new Map(now.map(({ id, attempt }) => [id, attempt]));
    for (const { id, attempt, data } of labels) {
      // A late proof arrived first.
      if (attempts.get(id) === attempt) continue;
      const number = String((JSON.parse(data) as { n: string }).n);
      const times = (stage.again.get(number)?.times ?? 0) + 1;
      stage.again.set(number, { times, before: before.get(number) ?? 0 });
    }
  }
};

/** Confirms moves whenever the group asks, until `isOver`. */
export const answerQuestions = async (
  { ctx, memberId }: Member,
  isOver: () => boolean,
): Promise<void> => {
  while (!isOver()) {
    await sleep(LOOK_MS);
    const open = await ctx.db.kysely
      .selectFrom('batch')
      .select('batch_no')
      .where('finished_at', 'is', null)
      .where('group_asked_at', 'is not', null)
      .execute();
    for (const { batch_no: batchNo } of open)
      await ignoreRefusal(moveBatch({ ctx, memberId, batchNo }));
  }
};
