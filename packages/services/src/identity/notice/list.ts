import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { type Executor, type NoticeTable, type Selectable, sql } from '@yunbiao/db';
import type { MemberScope } from '../../platform/context.ts';
import { toIso } from '../../platform/time.ts';
import { redactHiddenContent } from './redact-hidden.ts';

type Notice = CallOutput<'noticeList'>['list'][number];

const PAGE = 20;

export const countUnreadNotices = async (executor: Executor, memberId: number): Promise<number> => {
  const row = await executor
    .selectFrom('notice')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where(sql<boolean>`read_at is null`)
    .executeTakeFirstOrThrow();
  return row.count;
};

const presentNotice = (row: Selectable<NoticeTable>): Notice => ({
  id: String(row.id),
  // Only our own services write this column.
  kind: row.kind as Notice['kind'],
  title: row.title,
  text: row.text,
  path: row.path,
  createdAt: toIso(row.created_at),
  read: row.read_at !== null,
});

/** A member's notices, newest first, 20 per page. */
export const listOwnNotices = async ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: CallParsed<'noticeList'> }): Promise<CallOutput<'noticeList'>> => {
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
  const list = await redactHiddenContent(kysely, rows.slice(0, PAGE).map(presentNotice));
  return {
    list,
    nextId: rows.length > PAGE ? (list.at(-1)?.id ?? null) : null,
    unread: await countUnreadNotices(kysely, memberId),
  };
};

export const getUnreadNoticeCount = async ({
  ctx,
  memberId,
}: MemberScope): Promise<{ unread: number }> => ({
  unread: await countUnreadNotices(ctx.db.kysely, memberId),
});
