import { sql } from 'kysely';
import { index, type MigrationDb, table } from './columns.ts';

// oxlint-disable-next-line house/function-length -- released migrations never change
const forum = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'forum_group',
    { text: 'name description state', int: 'software_id sort post_count solved_count' },
    { software_id: 'software' },
  ).execute();
  await index(db, 'forum_group', ['software_id', 'sort']);

  await table(
    db,
    'post',
    {
      text: 'title content excerpt content_hash state',
      int: `
        software_id group_id member_id pinned reply_count like_count accepted_reply_id? hot
        created_at edited_at? active_at`,
    },
    { software_id: 'software', group_id: 'forum_group', member_id: 'member' },
  ).execute();
  await index(db, 'post', ['software_id', 'state', 'id']);
  await index(db, 'post', ['software_id', 'state', 'hot', 'id']);
  await index(db, 'post', ['group_id', 'state', 'id']);
  await index(db, 'post', ['group_id', 'state', 'hot', 'id']);
  await index(db, 'post', ['member_id', 'created_at']);
  for (const column of ['software_id', 'group_id']) {
    await sql`create index ${sql.raw(`post_${column}_open`)}
      on post (${sql.raw(column)}, state, id) where reply_count = 0`.execute(db);
    await sql`create index ${sql.raw(`post_${column}_solved`)}
      on post (${sql.raw(column)}, state, id) where accepted_reply_id is not null`.execute(db);
  }
  await sql`create index post_pinned on post (software_id, state, id) where pinned = 1`.execute(db);
  for (const columns of ['active_at', 'software_id, active_at'])
    await sql`create index ${sql.raw(`post_answered_${columns.replace(', ', '_')}`)}
      on post (${sql.raw(columns)}) where reply_count > 0 and state = 'visible'`.execute(db);

  await table(
    db,
    'reply',
    {
      text: 'content content_hash state',
      int: 'post_id member_id parent_id? like_count created_at edited_at?',
    },
    { post_id: 'post', member_id: 'member' },
  ).execute();
  await index(db, 'reply', ['post_id', 'state', 'id']);
  await index(db, 'reply', ['member_id', 'created_at']);
  await index(db, 'reply', ['member_id', 'post_id']);

  await table(
    db,
    'forum_like',
    { text: 'target_kind', int: 'member_id target_id created_at' },
    { member_id: 'member' },
  ).execute();
  await index(db, 'forum_like', ['member_id', 'target_kind', 'target_id'], 'unique');

  await table(
    db,
    'forum_follow',
    { int: 'member_id post_id created_at' },
    { member_id: 'member', post_id: 'post' },
  ).execute();
  await index(db, 'forum_follow', ['member_id', 'post_id'], 'unique');
  await index(db, 'forum_follow', ['post_id']);

  await table(
    db,
    'forum_report',
    { text: 'target_kind reason detail state', int: 'member_id target_id created_at' },
    { member_id: 'member' },
  ).execute();
  await index(db, 'forum_report', ['member_id', 'target_kind', 'target_id'], 'unique');
  await index(db, 'forum_report', ['state', 'id']);
  for (const table of ['post', 'reply'])
    await sql`create index ${sql.raw(`${table}_review`)}
      on ${sql.raw(table)} (id) where state = 'review'`.execute(db);

  await table(db, 'forum_word', { text: 'word', int: 'created_at' }).execute();
  await index(db, 'forum_word', ['word'], 'unique');
};

const member = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'notice',
    { text: 'kind title text path', int: 'member_id created_at read_at?' },
    { member_id: 'member' },
  ).execute();
  await index(db, 'notice', ['member_id', 'id']);
  await sql`create index notice_unread on notice (member_id, id) where read_at is null`.execute(db);

  await table(
    db,
    'upload',
    {
      text: 'usage file_key type sha256',
      int: 'member_id? width height size created_at',
    },
    { member_id: 'member' },
  ).execute();
  await index(db, 'upload', ['file_key'], 'unique');
  await index(db, 'upload', ['member_id', 'created_at']);

  await db.schema
    .alterTable('member')
    .addColumn('official', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
};

const content = async (db: MigrationDb): Promise<void> => {
  for (const column of ['summary', 'version'])
    await db.schema
      .alterTable('article')
      .addColumn(column, 'text', (builder) => builder.notNull().defaultTo(''))
      .execute();
  for (const column of ['uses', 'faqs'])
    await db.schema
      .alterTable('software')
      .addColumn(column, 'text', (builder) => builder.notNull().defaultTo('[]'))
      .execute();
};

const money = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'discount_code',
    {
      text: 'code kind products state',
      int: `
        software_id value minimum_fen starts_at? ends_at? total_limit member_limit created_at`,
    },
    { software_id: 'software' },
  ).execute();
  await index(db, 'discount_code', ['code'], 'unique');

  await table(
    db,
    'member_order',
    {
      text: 'order_no product_name discount_code pay_type state',
      int: `
        member_id software_id product_id num days amount_fen discount_fen pay_fen
        discount_code_id? created_at expires_at paid_at? closed_at?`,
    },
    {
      member_id: 'member',
      software_id: 'software',
      product_id: 'product',
      discount_code_id: 'discount_code',
    },
  ).execute();
  await index(db, 'member_order', ['order_no'], 'unique');
  await index(db, 'member_order', ['member_id', 'software_id', 'id']);
  await index(db, 'member_order', ['discount_code_id', 'state']);
  await index(db, 'member_order', ['state', 'expires_at']);

  await table(db, 'audit', { text: 'actor action subject detail', int: 'at' }).execute();
  await index(db, 'audit', ['subject']);
};

export const up = async (db: MigrationDb): Promise<void> => {
  await forum(db);
  await member(db);
  await content(db);
  await money(db);
};
