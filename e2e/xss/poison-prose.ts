import { createHash } from 'node:crypto';
import { openDatabase } from '@yunbiao/db';
import { documents } from './strings.ts';

/** The sample software whose articles and question hold the strings. */
const ALIAS = 'yunbiao';

/** Small pages: as HTML that nothing cleans, many strings in one document end each other. */
const DOCUMENTS = documents(16);
const LIST = DOCUMENTS[0]?.replaceAll('\n', '\n  ') ?? '';

/**
 * Puts every string into the articles of a software, and some into its update log, a question and its replies, all as
 * Markdown. Returns the pages that show them.
 */
export const poisonProse = async (dataDir: string): Promise<string[]> => {
  const { kysely: db, close } = openDatabase({ dataDir });
  const now = Date.now();
  try {
    const { id: software_id } = await db
      .selectFrom('software')
      .select('id')
      .where('alias', '=', ALIAS)
      .executeTakeFirstOrThrow();
    const article = (art_type: string, version: string, title: string, content: string) => ({
      software_id,
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
      .values(DOCUMENTS.map((content, at) => article('help', '', `第 ${at + 1} 篇`, content)))
      .returning('id')
      .execute();
    await db
      .insertInto('article')
      .values(article('updateLog', '99.0.0', '最新的一版', `## 修复\n\n- ${LIST}`))
      .execute();
    const reply = await db
      .selectFrom('reply')
      .innerJoin('post', 'post.id', 'reply.post_id')
      .select(['reply.id', 'post_id'])
      .where('software_id', '=', software_id)
      .where('reply.state', '=', 'visible')
      .where('post.state', '=', 'visible')
      .executeTakeFirstOrThrow();
    const written = (content: string) => ({
      content,
      content_hash: createHash('sha256').update(content).digest('hex'),
    });
    await db
      .updateTable('post')
      .set(written(DOCUMENTS[1] ?? ''))
      .where('id', '=', reply.post_id)
      .execute();
    await db
      .updateTable('reply')
      .set(written(DOCUMENTS[2] ?? ''))
      .where('id', '=', reply.id)
      .execute();
    return [
      ...articles.map(({ id }) => `/${ALIAS}/article/${id}.html`),
      `/${ALIAS}/updateLog`,
      `/${ALIAS}/qa/${reply.post_id}.html`,
    ];
  } finally {
    await close();
  }
};
