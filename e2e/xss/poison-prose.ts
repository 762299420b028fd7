import { createHash } from 'node:crypto';
import { openDatabase } from '@yunbiao/db';
import type { Db } from './poison-texts.ts';
import { listDocuments } from './strings.ts';

/** The sample software whose articles and question contain the strings. */
const ALIAS = 'yunbiao';

/** Small pages: in unsanitized HTML, many strings in one document terminate each other. */
const DOCUMENTS = listDocuments(16);
const LIST = DOCUMENTS[0]?.replaceAll('\n', '\n  ') ?? '';

/** Writes an article for each document and a version of the update log; returns the articles. */
const addArticles = async (db: Db, softwareId: number, now: number): Promise<{ id: number }[]> => {
  const createArticle = (art_type: string, version: string, title: string, content: string) => ({
    software_id: softwareId,
    art_type,
    version,
    title,
    content,
    summary: title,
    published_at: now,
    updated_at: now,
  });
  const articles = await db
    .insertInto('article')
    .values(DOCUMENTS.map((content, at) => createArticle('help', '', `第 ${at + 1} 篇`, content)))
    .returning('id')
    .execute();
  await db
    .insertInto('article')
    .values(createArticle('updateLog', '99.0.0', '最新的一版', `## 修复\n\n- ${LIST}`))
    .execute();
  return articles;
};

/** Overwrites a visible reply and its question; returns the id of the question. */
const poisonReply = async (db: Db, softwareId: number): Promise<number> => {
  const reply = await db
    .selectFrom('reply')
    .innerJoin('post', 'post.id', 'reply.post_id')
    .select(['reply.id', 'post_id'])
    .where('software_id', '=', softwareId)
    .where('reply.state', '=', 'visible')
    .where('post.state', '=', 'visible')
    .executeTakeFirstOrThrow();
  const createWrittenContent = (content: string) => ({
    content,
    content_hash: createHash('sha256').update(content).digest('hex'),
  });
  await db
    .updateTable('post')
    .set(createWrittenContent(DOCUMENTS[1] ?? ''))
    .where('id', '=', reply.post_id)
    .execute();
  await db
    .updateTable('reply')
    .set(createWrittenContent(DOCUMENTS[2] ?? ''))
    .where('id', '=', reply.id)
    .execute();
  return reply.post_id;
};

/**
 * Writes every string into the articles of a software, and some into its update log, a question and
 * its replies, as Markdown. Returns the pages that show them.
 */
export const poisonProse = async (dataDir: string): Promise<string[]> => {
  const { kysely, close } = openDatabase({ dataDir });
  const now = Date.now();
  try {
    const { id: softwareId } = await kysely
      .selectFrom('software')
      .select('id')
      .where('alias', '=', ALIAS)
      .executeTakeFirstOrThrow();
    const articles = await addArticles(kysely, softwareId, now);
    const postId = await poisonReply(kysely, softwareId);
    return [
      ...articles.map(({ id }) => `/${ALIAS}/article/${id}.html`),
      `/${ALIAS}/updateLog`,
      `/${ALIAS}/qa/${postId}.html`,
    ];
  } finally {
    await close();
  }
};
