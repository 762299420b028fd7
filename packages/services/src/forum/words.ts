import { type Executor, isUniqueViolation } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';

/** Letters and digits only, full width and case folded: nothing put between the characters of a word hides it. */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Whether one of the words staff listed is in the text, so that it waits for review. */
export const needsReview = async (executor: Executor, ...texts: string[]): Promise<boolean> => {
  const rows = await executor.selectFrom('forum_word').select('word').execute();
  // Each text for itself: a word does not begin in the title and end in the body.
  return texts.map(folded).some((text) => rows.some(({ word }) => text.includes(word)));
};

export const forumWords = async ({ ctx }: { ctx: Context }): Promise<string[]> => {
  const rows = await ctx.db.kysely
    .selectFrom('forum_word')
    .select('word')
    .orderBy('word')
    .execute();
  return rows.map(({ word }) => word);
};

/** @throws 400 for a word without a letter or digit, 409 when it is listed */
export const addForumWord = async ({
  ctx,
  word,
}: {
  ctx: Context;
  word: string;
}): Promise<string> => {
  const value = folded(word);
  if (value === '') throw invalid({ word: '词里至少要有一个文字或数字' });
  try {
    await ctx.db.kysely
      .insertInto('forum_word')
      .values({ word: value, created_at: ctx.now() })
      .execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(`已经有“${value}”了`);
    throw error;
  }
  return value;
};

/** @throws 404 */
export const removeForumWord = async ({
  ctx,
  word,
}: {
  ctx: Context;
  word: string;
}): Promise<void> => {
  const result = await ctx.db.kysely
    .deleteFrom('forum_word')
    .where('word', '=', folded(word))
    .executeTakeFirst();
  if (result.numDeletedRows === 0n) throw notFound(`没有“${word}”这个词`);
};
