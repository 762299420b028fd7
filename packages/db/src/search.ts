import { type Expression, type SqlBool, sql } from 'kysely';

/**
 * Whether `column` contains the text, letters compared without case as far as the engine knows them; `%` and `_` are
 * themselves. Both sides are folded by the engine: JavaScript folds letters SQLite does not.
 */
export const contains = (column: Expression<unknown>, text: string): Expression<SqlBool> => {
  const pattern = `%${text.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  return sql<SqlBool>`lower(${column}) like lower(${pattern}) escape '\\'`;
};
