import { NOTICE_PATH_LENGTH, NOTICE_TEXT_LENGTH, NOTICE_TITLE_LENGTH } from '@yunbiao/contract';
import { onCommit, sql, transaction, type Tx } from '@yunbiao/db';
import { usernameKey } from '../member/username.ts';
import { audit, type Subject } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';

/** Whom staff write to: everybody, whoever has something in a software, or one member. */
export type NoticeTo =
  | { to: 'all' }
  | { to: 'software'; alias: string }
  | { to: 'member'; username: string };

/** Own paths only, as they are written: no other host, nothing a browser would read as one. */
const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;

const checkWords = (title: string, text: string, path: string): void => {
  if (title === '' || title.length > NOTICE_TITLE_LENGTH)
    throw invalid({ title: `标题要 1–${NOTICE_TITLE_LENGTH} 个字` });
  if (text.length > NOTICE_TEXT_LENGTH)
    throw invalid({ text: `正文最多 ${NOTICE_TEXT_LENGTH} 个字` });
  if (path !== '' && (!OWN_PATH.test(path) || path.length > NOTICE_PATH_LENGTH))
    throw invalid({ path: '关于哪一页要写成本站的路径，例如 /yunbiao/updateLog' });
};

const getSubject = async (tx: Tx, to: NoticeTo): Promise<Subject> => {
  if (to.to === 'all') return 'site:0';
  if (to.to === 'software') {
    const row = await tx
      .selectFrom('software')
      .select('id')
      .where('alias', '=', to.alias)
      .executeTakeFirst();
    if (!row) throw notFound(`没有别名是 ${to.alias} 的软件`);
    return `software:${row.id}`;
  }
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where('username_key', '=', usernameKey(to.username))
    .where('left_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound(`没有会员 ${to.username}`);
  return `member:${row.id}`;
};

/** Whoever has a template, a batch, an order or VIP there: the software is theirs, too. */
const ofSoftware = (tx: Tx, softwareId: number) => {
  const own = (table: 'template' | 'batch' | 'member_order' | 'vip') =>
    tx
      .selectFrom(table)
      .select('member_id')
      .where('software_id', '=', softwareId)
      .where('member_id', 'is not', null);
  return own('template').union(own('batch')).union(own('member_order')).union(own('vip'));
};

/**
 * Writes a notice to members, all in one transaction, and what for into the audit. Returns how many have it.
 * @throws 400, 404
 */
export const sendNotice = async ({
  ctx,
  title,
  text,
  path,
  ...to
}: NoticeTo & {
  ctx: Context;
  title: string;
  text: string;
  /** Own path it is about; '' for none. */
  path: string;
}): Promise<{ count: number }> => {
  checkWords(title, text, path);
  return transaction(ctx.db, async (tx) => {
    const subject = await getSubject(tx, to);
    const id = Number(subject.split(':')[1]);
    const result = await tx
      .insertInto('notice')
      .columns(['member_id', 'kind', 'title', 'text', 'path', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom('member')
          .select((one) => [
            'member.id',
            one.val('site').as('kind'),
            one.val(title).as('title'),
            one.val(text).as('text'),
            one.val(path).as('path'),
            sql<number>`cast(${ctx.now()} as bigint)`.as('created_at'),
          ])
          .where('member.left_at', 'is', null)
          .$if(to.to === 'member', (query) => query.where('member.id', '=', id))
          .$if(to.to === 'software', (query) => query.where('member.id', 'in', ofSoftware(tx, id))),
      )
      .executeTakeFirst();
    const count = Number(result.numInsertedOrUpdatedRows ?? 0);
    await audit({ ctx, tx, action: 'notice.send', subject, detail: { title, count } });
    if (to.to === 'member') onCommit(tx, () => ctx.bus.emit('notices-changed', { memberId: id }));
    return { count };
  });
};
