import { type Executor, isUniqueViolation } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import {
  createConflictError,
  createInvalidInputError,
  createNotFoundError,
} from '../../platform/errors.ts';

/**
 * Removes all but letters and digits and normalizes width and case, so that inserted characters do
 * not hide a word.
 */
const normalizeWord = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** True when a text contains a word on the staff's list. */
export const containsReviewWord = async (
  executor: Executor,
  ...texts: string[]
): Promise<boolean> => {
  const rows = await executor.selectFrom('forum_word').select('word').execute();
  // Checks each text separately: a match must not span title and body.
  return texts.map(normalizeWord).some((text) => rows.some(({ word }) => text.includes(word)));
};

export const listReviewWords = async ({ ctx }: { ctx: Context }): Promise<string[]> => {
  const rows = await ctx.db.kysely
    .selectFrom('forum_word')
    .select('word')
    .orderBy('word')
    .execute();
  return rows.map(({ word }) => word);
};

/**
 * Adds a word that sends entries to review. @throws 400 without a letter or digit, 409 if it is on
 * the list
 */
export const addReviewWord = async ({
  ctx,
  word,
}: {
  ctx: Context;
  word: string;
}): Promise<string> => {
  const value = normalizeWord(word);
  if (value === '') throw createInvalidInputError({ word: '词里至少要有一个文字或数字' });
  try {
    await ctx.db.kysely
      .insertInto('forum_word')
      .values({ word: value, created_at: ctx.now() })
      .execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw createConflictError(`已经有“${value}”了`);
    throw error;
  }
  return value;
};

/** Removes a word from the list. @throws 404 */
export const removeReviewWord = async ({
  ctx,
  word,
}: {
  ctx: Context;
  word: string;
}): Promise<void> => {
  const result = await ctx.db.kysely
    .deleteFrom('forum_word')
    .where('word', '=', normalizeWord(word))
    .executeTakeFirst();
  if (result.numDeletedRows === 0n) throw createNotFoundError(`没有“${word}”这个词`);
};
