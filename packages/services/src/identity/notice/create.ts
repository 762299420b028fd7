import type { CallOutput } from '@yunbiao/contract';
import { onCommit, type Tx } from '@yunbiao/db';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Context } from '../../platform/context.ts';

export type NewNotice = {
  memberId: number;
  kind: CallOutput<'noticeList'>['list'][number]['kind'];
  title: string;
  text: string;
  /** Path on this site; empty for none. */
  path: string;
};

/** Rows per insert: databases limit the number of parameters of a statement. */
const CHUNK = 500;

/** Deleted accounts among the members; they receive no notices. */
const listDeletedAccounts = async (tx: Tx, ids: readonly number[]): Promise<Set<number>> => {
  const rows = await tx
    .selectFrom('member')
    .select('id')
    .where('id', 'in', ids)
    .where('left_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

export const createNotices = async (
  ctx: Context,
  tx: Tx,
  newNotices: readonly NewNotice[],
): Promise<void> => {
  const departedIds = new Set<number>();
  for (const ids of splitIntoChunks(newNotices.map(({ memberId }) => memberId)))
    for (const id of await listDeletedAccounts(tx, ids)) departedIds.add(id);
  const notices = newNotices.filter(({ memberId }) => !departedIds.has(memberId));
  const rows = notices.map(({ memberId, ...notice }) => ({
    ...notice,
    member_id: memberId,
    created_at: ctx.now(),
    read_at: null,
  }));
  for (let start = 0; start < rows.length; start += CHUNK)
    await tx
      .insertInto('notice')
      .values(rows.slice(start, start + CHUNK))
      .execute();
  const recipientIds = new Set(notices.map(({ memberId }) => memberId));
  onCommit(tx, () => {
    for (const memberId of recipientIds) ctx.bus.emit('notices-changed', { memberId });
  });
};
