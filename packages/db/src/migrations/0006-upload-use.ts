import { type Kysely, sql } from 'kysely';
import { index, type MigrationDb, table } from './columns.ts';

/** Names of pictures in a text, as they are stored. */
const NAMES = /\/(uploads\/[a-z0-9]{22}-\d{1,5}x\d{1,5}\.webp)/g;
const AT_ONCE = 1_000;

type Old = Kysely<{
  upload: { id: number; file_key: string; unused_since: number | null };
  upload_use: { upload_id: number; target_kind: string; target_id: number };
}>;
type Text = { id: number; text: string };

/** Every text that may show a picture, by the kind of what it belongs to. What was deleted shows none. */
const SOURCES: Readonly<Record<string, string>> = {
  post: `select id, content as text from post where state <> 'deleted'`,
  reply: `select reply.id, reply.content as text from reply
    join post on post.id = reply.post_id where reply.state <> 'deleted' and post.state <> 'deleted'`,
  article: `select id, content as text from article`,
  software: `select id, description || ' ' || coalesce(icon, '') || ' ' || screenshots as text
    from software`,
  avatar: `select id, avatar as text from member where avatar is not null`,
  cover: `select id, cover as text from member where cover is not null`,
};

const addUses = async (
  db: MigrationDb,
  kind: string,
  ids: ReadonlyMap<string, number>,
): Promise<void> => {
  for (let after = 0; ;) {
    const { rows } =
      await sql<Text>`select id, text from (${sql.raw(SOURCES[kind] ?? '')}) as source
      where text like '%/uploads/%' and id > ${after} order by id limit ${AT_ONCE}`.execute(db);
    for (const { id, text } of rows) {
      const found = new Set(Array.from(text.matchAll(NAMES), ([, key = '']) => ids.get(key)));
      for (const uploadId of found)
        if (uploadId !== undefined)
          await (db as unknown as Old)
            .insertInto('upload_use')
            .values({ upload_id: uploadId, target_kind: kind, target_id: Number(id) })
            .execute();
    }
    if (rows.length < AT_ONCE) return;
    after = Number(rows.at(-1)?.id);
  }
};

/** Which text shows which picture, so that those nothing shows can go. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'upload_use',
    { text: 'target_kind', int: 'upload_id target_id' },
    { upload_id: 'upload' },
  ).execute();
  await index(db, 'upload_use', ['target_kind', 'target_id', 'upload_id'], 'unique');
  await index(db, 'upload_use', ['upload_id']);
  await db.schema.alterTable('upload').addColumn('unused_since', 'bigint').execute();
  await db.schema
    .alterTable('upload')
    .addColumn('going', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index upload_unused on upload (unused_since) where unused_since is not null`.execute(
    db,
  );

  const old = db as unknown as Old;
  const uploads = await old.selectFrom('upload').select(['id', 'file_key']).execute();
  if (uploads.length === 0) return;
  const ids = new Map(uploads.map((row) => [row.file_key, Number(row.id)]));
  for (const kind of Object.keys(SOURCES)) await addUses(db, kind, ids);
  await old
    .updateTable('upload')
    .set({ unused_since: Date.now() })
    .where('id', 'not in', old.selectFrom('upload_use').select('upload_id'))
    .execute();
};
