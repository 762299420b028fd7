import { openDatabase, sql } from '@yunbiao/db';
import { addForum } from './poison-forum.ts';
import { addOwn } from './poison-own.ts';
import { addArticles, addDownloads, addSoftware } from './poison-software.ts';
import { type Db, LINE } from './poison-texts.ts';

/**
 * The software whose content holds every string, and one whose own name and texts do. They are
 * separate because a page repeats a name often.
 */
export const POISONED = 'duyao';
export const NAMED = 'duming';

/** Increments every cache tag: cached pages become stale. */
const forgetPages = async (db: Db): Promise<void> => {
  await db
    .insertInto('content_generation')
    .values({ tag: 'content', generation: 1 })
    .onConflict((conflict) =>
      conflict
        .column('tag')
        .doUpdateSet({ generation: sql<number>`content_generation.generation + 1` }),
    )
    .execute();
};

/**
 * Writes every string into every user-editable field, bypassing validation, as if an older version
 * had accepted them. Returns the id of the question that holds them all.
 */
export const poisonSite = async (
  dataDir: string,
  username: string,
): Promise<{ postId: string }> => {
  const db = openDatabase({ dataDir });
  const now = Date.now();
  try {
    const member = await db.kysely
      .selectFrom('member')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    const softwareId = await addSoftware(db.kysely, POISONED, '毒药', now);
    await addSoftware(db.kysely, NAMED, LINE, now);
    await addDownloads(db.kysely, softwareId, now);
    await addArticles(db.kysely, softwareId, now);
    const postId = await addForum(db.kysely, softwareId, member.id, now);
    await addOwn(db.kysely, softwareId, member.id, now);
    await forgetPages(db.kysely);
    return { postId: String(postId) };
  } finally {
    await db.close();
  }
};
