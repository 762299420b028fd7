import type { Executor, PrintConfigTable, Selectable, Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createConflictError, createNotFoundError } from '../../platform/errors.ts';
import {
  selectCandidateToQueueAt,
  type Candidate,
  listCandidates,
  selectReadyCandidate,
  type LabelRequirements,
  countWaitingLabels,
  explainNoPrinterReady,
} from './candidates.ts';
import { lockGroupClients } from './lock.ts';
import type { GroupRow } from './present.ts';
import { createGroupNotFoundError } from './get-printer-group.ts';

/** Reference to a group in a print request. */
export type GroupName = { id: string } | { name: string };

/** Finds the id of a group by its name; null when the member has none of that name. */
const findGroupIdByName = async (
  executor: Executor,
  memberId: number,
  groupName: GroupName,
): Promise<number | null> => {
  if ('id' in groupName) return Number(groupName.id);
  const row = await executor
    .selectFrom('printer_group')
    .select('id')
    .where('member_id', '=', memberId)
    .where('name', '=', groupName.name)
    .executeTakeFirst();
  return row?.id ?? null;
};

const requireGroupId = async (tx: Tx, memberId: number, groupName: GroupName): Promise<number> => {
  const id = await findGroupIdByName(tx, memberId, groupName);
  if (id === null)
    throw createNotFoundError(
      'name' in groupName ? `没有叫“${groupName.name}”的打印机组` : '没有这个打印机组',
    );
  return id;
};

/**
 * Configurations of a group, in order, that can print labels of this size now or later. Empty for a
 * group of another member: accepting the batch reports that error.
 */
export const listConfigsOfGroup = async (
  ctx: Context,
  executor: Executor,
  {
    memberId,
    named,
    size,
  }: { memberId: number; named: GroupName; size: Omit<LabelRequirements, 'needs'> },
): Promise<Selectable<PrintConfigTable>[]> => {
  const id = await findGroupIdByName(executor, memberId, named);
  if (id === null) return [];
  // Ignores which of them are ready now.
  const requirements = { ...size, needs: '' };
  const candidates = await listCandidates(ctx, executor, { id, member_id: memberId }, requirements);
  return candidates.flatMap(({ config, unsuitableReason }) =>
    unsuitableReason === '' ? [config] : [],
  );
};

/**
 * Chooses the printer of a group for new labels by the group's rule and locks its client. The
 * caller has locked the member. When no printer is ready, the labels wait at the one the rule
 * selects.
 * @throws 404 for a group of another member, 409 with the reason when no printer can take the
 * labels
 */
export const choosePrinterOfGroup = async (
  ctx: Context,
  tx: Tx,
  { memberId, named, wanted }: { memberId: number; named: GroupName; wanted: LabelRequirements },
): Promise<Candidate & { group: GroupRow }> => {
  const group = await lockGroupClients(tx, {
    id: await requireGroupId(tx, memberId, named),
    memberId,
  });
  if (!group) throw createGroupNotFoundError();
  const candidates = await listCandidates(ctx, tx, group, wanted);
  const waiting = await countWaitingLabels(
    tx,
    candidates.map(({ printer }) => printer.id),
  );
  const chosenCandidate =
    selectReadyCandidate(candidates, group, waiting) ??
    selectCandidateToQueueAt(candidates, group, waiting);
  if (!chosenCandidate)
    throw createConflictError(
      candidates.length === 0
        ? `打印机组“${group.name}”里没有打印机了`
        : `打印机组“${group.name}”里没有一台能打印：${explainNoPrinterReady(candidates)}`,
    );
  return { ...chosenCandidate, group };
};
