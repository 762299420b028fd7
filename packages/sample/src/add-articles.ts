import { readFile } from 'node:fs/promises';
import type { Tx } from '@yunbiao/db';
import { type Context, DAY } from '@yunbiao/services';
import {
  indexArticle,
  storePicturesAndRewriteLinks,
  recordPictureUses,
} from '@yunbiao/services/parts';
import { createSampleArticles } from './articles.ts';
import type { SampleArticle } from './sample-article.ts';
import { SAMPLE_SOFTWARES } from './softwares.ts';

/** Labels drawn by our engine, as test expectations. */
const PICTURES = new URL('../../../fixtures/labels/expected/', import.meta.url);

export type PreparedArticles = ReadonlyMap<string, readonly SampleArticle[]>;

/**
 * Sample articles by software alias, with their pictures stored. Runs before the transaction that
 * adds them, because encoding is slow.
 */
export const prepareSampleArticles = async (
  ctx: Context,
  version: string,
): Promise<PreparedArticles> => {
  const ready = new Map<string, SampleArticle[]>();
  const readPicture = (path: string): Promise<Uint8Array> => readFile(new URL(path, PICTURES));
  for (const { alias } of SAMPLE_SOFTWARES) {
    const articles: SampleArticle[] = [];
    for (const article of createSampleArticles(alias, version)) {
      const source = article.content;
      articles.push({
        ...article,
        content: await storePicturesAndRewriteLinks({ ctx, source, read: readPicture }),
      });
    }
    ready.set(alias, articles);
  }
  return ready;
};

/** Adds articles of a software with past dates, and indexes them for search. */
export const addArticles = async (
  { ctx, tx }: { ctx: Context; tx: Tx },
  softwareId: number,
  articles: readonly SampleArticle[] = [],
): Promise<void> => {
  for (const { age, artType, ...article } of articles) {
    const at = ctx.now() - age * DAY;
    const { id } = await tx
      .insertInto('article')
      .values({
        version: '',
        summary: '',
        ...article,
        software_id: softwareId,
        art_type: artType,
        published_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordPictureUses({ ctx, tx, kind: 'article', id, texts: [article.content] });
    await indexArticle({ tx, id });
  }
};
