import type { CallOutput } from '@yunbiao/contract';
import { onCommit, type Tx } from '@yunbiao/db';
import { chunks } from '../chunks.ts';
import type { Context } from '../context.ts';

export type NewNotice = {
  memberId: number;
  kind: CallOutput<'noticeList'>['list'][number]['kind'];
  title: string;
  text: string;
  /** Own path it is about; '' for none. */
  path: string;
};

/** Rows of one insert: engines bound the parameters of a statement. */
const CHUNK = 500;

/** Accounts that are deleted: nobody would read it. */
const listLeft = async (tx: Tx, ids: readonly number[]): Promise<Set<number>> => {
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
  all: readonly NewNotice[],
): Promise<void> => {
  const left = new Set<number>();
  for (const ids of chunks(all.map(({ memberId }) => memberId)))
    for (const id of await listLeft(tx, ids)) left.add(id);
  const notices = all.filter(({ memberId }) => !left.has(memberId));
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
  const told = new Set(notices.map(({ memberId }) => memberId));
  onCommit(tx, () => {
    for (const memberId of told) ctx.bus.emit('notices-changed', { memberId });
  });
};
