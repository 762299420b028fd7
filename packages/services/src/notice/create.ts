import type { CallOutput } from '@yunbiao/contract';
import type { Tx } from '@yunbiao/db';
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

export const createNotices = async (
  ctx: Context,
  tx: Tx,
  notices: readonly NewNotice[],
): Promise<void> => {
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
};
