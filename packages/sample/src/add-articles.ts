import { readFile } from 'node:fs/promises';
import type { Tx } from '@yunbiao/db';
import { type Context, DAY } from '@yunbiao/services';
import { indexArticle, keepPictures, usePictures } from '@yunbiao/services/parts';
import { type SampleArticle, sampleArticles } from './articles.ts';
import { SAMPLE_SOFTWARES } from './softwares.ts';

/** Labels as our engine draws them, dot for dot. */
const PICTURES = new URL('../../../fixtures/labels/expected/', import.meta.url);

export type ReadyArticles = ReadonlyMap<string, readonly SampleArticle[]>;

/** The sample articles by alias, with their pictures kept: before the transaction that adds them, encoding takes long. */
export const readyArticles = async (ctx: Context, version: string): Promise<ReadyArticles> => {
  const ready = new Map<string, SampleArticle[]>();
  const read = (path: string): Promise<Uint8Array> => readFile(new URL(path, PICTURES));
  for (const { alias } of SAMPLE_SOFTWARES) {
    const articles: SampleArticle[] = [];
    for (const article of sampleArticles(alias, version)) {
      const source = article.content;
      articles.push({ ...article, content: await keepPictures({ ctx, source, read }) });
    }
    ready.set(alias, articles);
  }
  return ready;
};

/** Articles of a software, as old as they say, found by search like any other. */
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
    await usePictures({ ctx, tx, kind: 'article', id, texts: [article.content] });
    await indexArticle({ tx, id });
  }
};
