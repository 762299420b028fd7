import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { type Executor, type NoticeTable, type Selectable, sql } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { iso } from '../time.ts';
import { withoutGone } from './gone.ts';

type Notice = CallOutput<'noticeList'>['list'][number];

const PAGE = 20;

export const getUnread = async (executor: Executor, memberId: number): Promise<number> => {
  const row = await executor
    .selectFrom('notice')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where(sql<boolean>`read_at is null`)
    .executeTakeFirstOrThrow();
  return row.count;
};

const present = (row: Selectable<NoticeTable>): Notice => ({
  id: String(row.id),
  // Written by our own verbs only.
  kind: row.kind as Notice['kind'],
  title: row.title,
  text: row.text,
  path: row.path,
  createdAt: iso(row.created_at),
  read: row.read_at !== null,
});

/** A member's notices, the newest first, 20 at a time. */
export const noticeList = async ({
  ctx,
  memberId,
  input,
}: {
  ctx: Context;
  memberId: number;
  input: CallParsed<'noticeList'>;
}): Promise<CallOutput<'noticeList'>> => {
  const { kysely } = ctx.db;
  const rows = await kysely
    .selectFrom('notice')
    .selectAll()
    .where('member_id', '=', memberId)
    .$if(input.unread === true, (query) => query.where(sql<boolean>`read_at is null`))
    .$if(input.lastId !== undefined, (query) => query.where('id', '<', Number(input.lastId)))
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute();
  const list = await withoutGone(kysely, rows.slice(0, PAGE).map(present));
  return {
    list,
    nextId: rows.length > PAGE ? (list.at(-1)?.id ?? null) : null,
    unread: await getUnread(kysely, memberId),
  };
};

export const noticeCount = async ({
  ctx,
  memberId,
}: {
  ctx: Context;
  memberId: number;
}): Promise<{ unread: number }> => ({ unread: await getUnread(ctx.db.kysely, memberId) });
