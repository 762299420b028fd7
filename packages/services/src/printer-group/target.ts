import type { Executor, PrintConfigTable, Selectable, Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import {
  anyOne,
  type Candidate,
  listCandidates,
  readyOne,
  type Wanted,
  waitingAt,
  whyNone,
} from './candidates.ts';
import { lockGroup } from './lock.ts';
import type { GroupRow } from './present.ts';

/** A group as it is named by whoever prints to it. */
export type GroupName = { id: string } | { name: string };

/** Null for a name no group of the member has. */
const idNamed = async (
  executor: Executor,
  memberId: number,
  named: GroupName,
): Promise<number | null> => {
  if ('id' in named) return Number(named.id);
  const row = await executor
    .selectFrom('printer_group')
    .select('id')
    .where('member_id', '=', memberId)
    .where('name', '=', named.name)
    .executeTakeFirst();
  return row?.id ?? null;
};

const getId = async (tx: Tx, memberId: number, named: GroupName): Promise<number> => {
  const id = await idNamed(tx, memberId, named);
  if (id === null)
    throw notFound('name' in named ? `没有叫“${named.name}”的打印机组` : '没有这个打印机组');
  return id;
};

/**
 * The configurations of a group that may print labels of this size, now or when it is their turn, in its order. None of a
 * group that is not the member's: that is said where a batch is taken.
 */
export const configsOfGroup = async (
  ctx: Context,
  executor: Executor,
  { memberId, named, size }: { memberId: number; named: GroupName; size: Omit<Wanted, 'needs'> },
): Promise<Selectable<PrintConfigTable>[]> => {
  const id = await idNamed(executor, memberId, named);
  if (id === null) return [];
  // Which of them are ready now is not asked.
  const wanted = { ...size, needs: '' };
  const candidates = await listCandidates(ctx, executor, { id, member_id: memberId }, wanted);
  return candidates.flatMap(({ config, trouble }) => (trouble === '' ? [config] : []));
};

/**
 * The printer of a group that such labels go to now, by its rule; its client is locked, and the member is by the
 * caller. When none is ready they wait where the rule would have them.
 * @throws 404 for a group that is not the member's, 409 when none of its printers takes them, and why
 */
export const printerOfGroup = async (
  ctx: Context,
  tx: Tx,
  { memberId, named, wanted }: { memberId: number; named: GroupName; wanted: Wanted },
): Promise<Candidate & { group: GroupRow }> => {
  const group = await lockGroup(tx, { id: await getId(tx, memberId, named), memberId });
  if (!group) throw notFound('没有这个打印机组');
  const candidates = await listCandidates(ctx, tx, group, wanted);
  const waiting = await waitingAt(
    tx,
    candidates.map(({ printer }) => printer.id),
  );
  const chosen = readyOne(candidates, group, waiting) ?? anyOne(candidates, group, waiting);
  if (!chosen)
    throw conflict(
      candidates.length === 0
        ? `打印机组“${group.name}”里没有打印机了`
        : `打印机组“${group.name}”里没有一台能印：${whyNone(candidates)}`,
    );
  return { ...chosen, group };
};
