import { NOTICE_PATH_LENGTH, NOTICE_TEXT_LENGTH, NOTICE_TITLE_LENGTH } from '@yunbiao/contract';
import { onCommit, sql, runTransaction, type Tx } from '@yunbiao/db';
import { toUsernameKey } from '../member/username.ts';
import { recordAudit, type Subject } from '../audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError, createNotFoundError } from '../../platform/errors.ts';

/** Recipients of a notice: all members, the members of a software, or one member. */
export type NoticeRecipients =
  | { to: 'all' }
  | { to: 'software'; alias: string }
  | { to: 'member'; username: string };

/** Paths on this site only: no other host, and nothing a browser would parse as one. */
const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;

const validateNoticeTexts = (title: string, text: string, path: string): void => {
  if (title === '' || title.length > NOTICE_TITLE_LENGTH)
    throw createInvalidInputError({ title: `标题要 1–${NOTICE_TITLE_LENGTH} 个字` });
  if (text.length > NOTICE_TEXT_LENGTH)
    throw createInvalidInputError({ text: `正文最多 ${NOTICE_TEXT_LENGTH} 个字` });
  if (path !== '' && (!OWN_PATH.test(path) || path.length > NOTICE_PATH_LENGTH))
    throw createInvalidInputError({ path: '关于哪一页要写成本站的路径，例如 /yunbiao/updateLog' });
};

const getRecipientAuditSubject = async (tx: Tx, to: NoticeRecipients): Promise<Subject> => {
  if (to.to === 'all') return 'site:0';
  if (to.to === 'software') {
    const row = await tx
      .selectFrom('software')
      .select('id')
      .where('alias', '=', to.alias)
      .executeTakeFirst();
    if (!row) throw createNotFoundError(`没有别名是 ${to.alias} 的软件`);
    return `software:${row.id}`;
  }
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where('username_key', '=', toUsernameKey(to.username))
    .where('left_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw createNotFoundError(`没有会员 ${to.username}`);
  return `member:${row.id}`;
};

/** Members with a template, batch, order or VIP in the software. */
const selectMembersOfSoftware = (tx: Tx, softwareId: number) => {
  const selectMemberIdsInTable = (table: 'template' | 'batch' | 'member_order' | 'vip') =>
    tx
      .selectFrom(table)
      .select('member_id')
      .where('software_id', '=', softwareId)
      .where('member_id', 'is not', null);
  return selectMemberIdsInTable('template')
    .union(selectMemberIdsInTable('batch'))
    .union(selectMemberIdsInTable('member_order'))
    .union(selectMemberIdsInTable('vip'));
};

/**
 * Sends a notice to members in one transaction and writes the audit entry. Returns the number of
 * recipients.
 * @throws 400, 404
 */
export const sendNotice = async ({
  ctx,
  title,
  text,
  path,
  ...to
}: NoticeRecipients & {
  ctx: Context;
  title: string;
  text: string;
  /** Path on this site; empty for none. */
  path: string;
}): Promise<{ count: number }> => {
  validateNoticeTexts(title, text, path);
  return runTransaction(ctx.db, async (tx) => {
    const subject = await getRecipientAuditSubject(tx, to);
    const id = Number(subject.split(':')[1]);
    const result = await tx
      .insertInto('notice')
      .columns(['member_id', 'kind', 'title', 'text', 'path', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom('member')
          .select((eb) => [
            'member.id',
            eb.val('site').as('kind'),
            eb.val(title).as('title'),
            eb.val(text).as('text'),
            eb.val(path).as('path'),
            sql<number>`cast(${ctx.now()} as bigint)`.as('created_at'),
          ])
          .where('member.left_at', 'is', null)
          .$if(to.to === 'member', (query) => query.where('member.id', '=', id))
          .$if(to.to === 'software', (query) =>
            query.where('member.id', 'in', selectMembersOfSoftware(tx, id)),
          ),
      )
      .executeTakeFirst();
    const count = Number(result.numInsertedOrUpdatedRows ?? 0);
    await recordAudit({ ctx, tx, action: 'notice.send', subject, detail: { title, count } });
    if (to.to === 'member') onCommit(tx, () => ctx.bus.emit('notices-changed', { memberId: id }));
    return { count };
  });
};
